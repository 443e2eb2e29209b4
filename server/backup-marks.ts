/**
 * Empty files in BACKUP_DIR: each date says when a part of the backup last succeeded. The backup job
 * (`deploy/backup.ts`) touches them, the heartbeat reads them.
 */
export const BACKUP_MARKS = {
  /** The enquiries and the desk's data left this machine. */
  shipped: 'shipped',
  /** The content and the release online left it. */
  contentShipped: 'content-shipped',
  /** What is older than it may be was removed from the repository. */
  pruned: 'pruned',
  /** The repository was checked, and its newest copy opened. */
  checked: 'checked',
} as const;

/** The copy of the database in BACKUP_DIR; its own date says when it was saved. */
export const COPY_NAMES = { sqlite: 'enquiries.sqlite', postgres: 'enquiries.pgdump' } as const;
