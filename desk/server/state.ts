import type { Alarm, DeskState, Job, Missing } from '../api.ts';
import { checkContent } from './check-content.ts';
import type { DeskFolders } from './folders.ts';
import { readServedRelease, type Site } from './publish-site.ts';
import { readOnline } from './versions.ts';

/** What the server's settings and its database say. */
export type ReadHealth = () => Promise<{ alarms: Alarm[]; missing: Missing[] }>;

/** What the app shows on every screen: is something wrong, what is missing, what is running. */
export async function readState(
  folders: DeskFolders,
  { site: { address }, readHealth }: { site: Site; readHealth: ReadHealth },
  job: Job | null,
): Promise<DeskState> {
  const [online, health, findings] = await Promise.all([
    readOnline(folders),
    readHealth(),
    checkContent(folders.contentDir),
  ]);
  const missing = findings.flatMap(({ severity, code, message, file, path }): Missing[] =>
    code && severity === 'warning' ? [{ code, message, field: { file, path } }] : [],
  );
  const isBusy = job?.state === 'running';
  const served = online && !isBusy ? await findServingAlarm(address, online.id) : [];
  return {
    alarms: [...served, ...health.alarms],
    missing: [...missing, ...health.missing],
    online,
    job,
  };
}

async function findServingAlarm(address: string, online: string): Promise<Alarm[]> {
  const served = await readServedRelease(address);
  if (served === online) return [];
  if (served === undefined) {
    return [{ code: 'not-serving', message: 'De server van je site antwoordt niet.' }];
  }
  const message = 'Je site toont een andere versie dan de laatste die je online zette.';
  return [{ code: 'other-release', message }];
}
