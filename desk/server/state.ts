import type { Alarm, DeskState, Missing } from '../api.ts';
import { checkContent } from './check-content.ts';
import type { openEnquiries } from './enquiries.ts';
import type { DeskFolders } from './folders.ts';
import { type Publishing, readServedRelease } from './publishing.ts';
import { readOnline } from './versions.ts';

export type ReadHealth = ReturnType<typeof openEnquiries>['readHealth'];

export async function readState(
  folders: DeskFolders,
  siteAddress: string,
  readHealth: ReadHealth,
  publishing: Publishing,
): Promise<DeskState> {
  const job = publishing.job();
  const online = await readOnline(folders);
  const { alarms, missing } = await readHealth();
  const findings = await checkContent(folders.contentDir);
  const ofContent = findings.flatMap(({ severity, code, message, file, path }): Missing[] =>
    code && severity === 'warning' ? [{ code, message, field: { file, path } }] : [],
  );
  const isServing = online && job?.state !== 'running';
  const ofServer = isServing ? await findServerAlarms(siteAddress, online.id) : [];
  return { alarms: [...ofServer, ...alarms], missing: [...ofContent, ...missing], online, job };
}

async function findServerAlarms(address: string, online: string): Promise<Alarm[]> {
  const served = await readServedRelease(address);
  if (served === online) return [];
  if (served === undefined) {
    return [{ code: 'not-serving', message: 'De server van je site antwoordt niet.' }];
  }
  const message = 'Je site toont een andere versie dan de laatste die je online zette.';
  return [{ code: 'other-release', message }];
}
