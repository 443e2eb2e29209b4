import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fillIn } from '../../enquiry/fill-in.ts';
import type { Release } from '../../enquiry/release.ts';
import { backUp } from '../backup/back-up.ts';
import { TOLD_FILE } from '../backup/backup-folder.ts';
import { createAlerts } from '../outbox/alerts.ts';
import { ALERT_TEXTS } from '../outbox/watch.ts';
import { readReleases } from '../releases.ts';
import type { Settings } from '../settings.ts';
import type { Outcome, SettingsCommand } from './command.ts';
import { openDatabase } from './open-database.ts';

/** Backups are made each hour; who was told and did nothing hears it once a day. */
const SAY_AGAIN_AFTER_MS = 24 * 3_600_000;

export const backup: SettingsCommand = {
  usage: '',
  summary:
    'writes all enquiries into a file in BACKUP_DIR, proves that it can be restored, and deletes backups older than BACKUP_DAYS; a failure is told by ALERT_URL',
  words: 0,
  options: {},
  async runAlone(settings) {
    const { current } = await readReleases(settings.siteDir, Date.now(), () => {});
    const told = join(settings.backupDir, TOLD_FILE);
    try {
      const outcome = await makeBackup(settings, current.release.keeping.days);
      await rm(told, { force: true });
      return outcome;
    } catch (error) {
      await tellOfFailure(settings, current.release, told);
      throw error;
    }
  },
};

async function makeBackup(settings: Settings, keepDays: number): Promise<Outcome> {
  const database = await openDatabase(settings);
  try {
    const source = {
      db: database.db,
      dialect: settings.databaseUrl === '' ? 'sqlite' : 'postgres',
      nowMs: Date.now(),
    } as const;
    const { file, counts, aged } = await backUp(settings, source, keepDays);
    const sealed = settings.backupKey === '' ? 'not encrypted' : 'encrypted';
    return {
      text: `Backed up: ${counts.enquiry} enquiries in ${file}, ${sealed}, restored once to prove it. Deleted: ${aged.length} older than ${settings.backupDays} days.`,
      json: { file, counts, aged, encrypted: settings.backupKey !== '' },
    };
  } finally {
    await database.close();
  }
}

/** Once, and once more each day that it lasts; each time where not even that can be written down. */
async function tellOfFailure(
  settings: Settings,
  { siteUrl }: Release,
  told: string,
): Promise<void> {
  const alerts = createAlerts(settings);
  const toldMs = await stat(told).then(
    ({ mtimeMs }) => mtimeMs,
    () => -Infinity,
  );
  if (!alerts.canTell || Math.abs(Date.now() - toldMs) < SAY_AGAIN_AFTER_MS) return;
  try {
    await alerts.tell(fillIn(ALERT_TEXTS.notBackedUp, { site: new URL(siteUrl).host }));
  } catch (error) {
    console.error(`The alert did not get through: ${(error as Error).message}.`);
    return;
  }
  await writeFile(told, '').catch(() => undefined);
}
