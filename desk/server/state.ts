import type { DeskState, Missing } from '../api.ts';
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
  if (online && job?.state !== 'running') {
    const served = await readServedRelease(siteAddress);
    if (served === undefined) {
      const message = 'De server van je site antwoordt niet.';
      alarms.unshift({ code: 'not-serving', message });
    } else if (served !== online.id) {
      const message = 'Je site toont een andere versie dan de laatste die je online zette.';
      alarms.unshift({ code: 'other-release', message });
    }
  }
  const findings = await checkContent(folders.contentDir);
  const ofContent = findings.flatMap(({ severity, code, message, file, path }): Missing[] =>
    code && severity === 'warning' ? [{ code, message, field: { file, path } }] : [],
  );
  return { alarms, missing: [...ofContent, ...missing], online, job };
}
