import type { FieldPath } from '../../site/content-walk.ts';
import { checkContent } from './check-content.ts';
import type { Enquiries } from './enquiries.ts';
import type { DeskFolders } from './folders.ts';
import { type Job, readServedRelease } from './publishing.ts';
import { readOnline } from './versions.ts';

/** A problem that the first screen shows in red. */
export interface Alarm {
  code: 'undelivered' | 'no-heartbeat' | 'not-serving' | 'other-release' | 'store';
  message: string;
}

/** What a site in real use still lacks, in its content or in the server's settings. */
export interface Missing {
  code: string;
  message: string;
  /** Absent for a setting of the server. */
  field?: { file: string; path: FieldPath };
}

export async function readState(
  folders: DeskFolders,
  siteAddress: string,
  enquiries: Enquiries,
  job: Job | null,
) {
  const online = await readOnline(folders);
  const { alarms, missing } = await enquiries.readHealth();
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
  for (const { severity, code, message, file, path } of await checkContent(folders.contentDir)) {
    if (code && severity === 'warning') missing.push({ code, message, field: { file, path } });
  }
  return { alarms, missing };
}
