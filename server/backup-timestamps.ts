/**
 * Files in BACKUP_DIR whose modification times record when each part of the backup last succeeded.
 * The backup job (`deploy/backup.ts`) touches them, and the heartbeat reads them. `shipped` also
 * holds the hash of the repository's address.
 */
export const BACKUP_TIMESTAMPS = {
  /** The enquiries and the desk's data left this machine. */
  shipped: 'shipped',
  /** The content and the release online left this machine. */
  contentShipped: 'content-shipped',
  /** Copies that are older than the retention allows were removed from the repository. */
  pruned: 'pruned',
  /** The repository was checked, and its newest copy opened. */
  checked: 'checked',
} as const;

/**
 * The name of the database's copy in BACKUP_DIR, by engine. Its modification time is when it was
 * saved.
 */
export const COPY_NAMES = { sqlite: 'enquiries.sqlite', postgres: 'enquiries.pgdump' } as const;
