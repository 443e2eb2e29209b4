import { backUp } from '../backup/back-up.ts';
import { readReleases } from '../releases.ts';
import type { SettingsCommand } from './command.ts';
import { openDatabase } from './open-database.ts';

export const backup: SettingsCommand = {
  usage: '',
  summary:
    'writes all enquiries into a file in BACKUP_DIR, proves that it can be restored, and deletes backups older than BACKUP_DAYS',
  words: 0,
  options: {},
  async runAlone(settings) {
    const { current } = await readReleases(settings.siteDir, Date.now(), () => {});
    const database = await openDatabase(settings);
    try {
      const source = {
        db: database.db,
        dialect: settings.databaseUrl === '' ? 'sqlite' : 'postgres',
        nowMs: Date.now(),
      } as const;
      const { file, counts, aged } = await backUp(settings, source, current.release.keeping.days);
      const sealed = settings.backupKey === '' ? 'not encrypted' : 'encrypted';
      return {
        text: `Backed up: ${counts.enquiry} enquiries in ${file}, ${sealed}, restored once to prove it. Deleted: ${aged.length} older than ${settings.backupDays} days.`,
        json: { file, counts, aged, encrypted: settings.backupKey !== '' },
      };
    } finally {
      await database.close();
    }
  },
};
