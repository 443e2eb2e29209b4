/*
 * What BACKUP_DIR holds, by its names. Nothing else in the folder is touched.
 */

const NAME = /^enquiries-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.jsonl\.gz(?:\.age)?$/;
const PART = /^enquiries-[\dTZ]+\.jsonl\.gz(?:\.age)?\.part$/;

/** There while backups fail: written when `backup` told somebody. */
export const TOLD_FILE = '.failure-told';

/** @param atMs when it is made, milliseconds since the epoch */
export function backupName(atMs: number, isEncrypted: boolean): string {
  const time = new Date(atMs).toISOString().replaceAll(/[-:.]/g, '');
  return `enquiries-${time}.jsonl.gz${isEncrypted ? '.age' : ''}`;
}

/** When a backup was made; of any other file NaN, which is neither before nor after anything. */
export function madeAtMs(name: string): number {
  const [year, month, day, hour, minute, second] = NAME.exec(name)?.slice(1) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** What was left when one could not be written to its end. */
export const isPart = (name: string) => PART.test(name);
