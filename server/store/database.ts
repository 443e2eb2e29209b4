import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../runtime/log.ts';

/** Runs one statement, whose parameters are `$1`, `$2`, … in both engines. */
export type Query = <Row = unknown>(
  statement: string,
  values?: readonly (string | number | null)[],
) => Promise<Row[]>;

export interface Database {
  engine: 'sqlite' | 'postgres';
  query: Query;
  /** Commits before it resolves; rolls back if `run` rejects. */
  transaction<Result>(run: (query: Query) => Promise<Result>): Promise<Result>;
  /** Removes the bytes of deleted rows from the database files. */
  eraseTraces(): Promise<void>;
  close(): Promise<void>;
}

export type MailKind = 'company' | 'confirmation';
/**
 * 'kept' means that the mail was written to a file, because there was no mail server. It is never
 * tried again.
 */
export type MailState = 'queued' | 'delivered' | 'failed' | 'kept';
/** Why no confirmation is sent. */
export type ConfirmationSkipped = 'spam' | 'mailbox-limit' | 'hour-limit';

const MIGRATIONS = join(import.meta.dirname, 'migrations');
/** An arbitrary id for the advisory lock. */
const MIGRATION_LOCK = 7_203_114_905;

/**
 * Runs missing migrations in one transaction. A newer database is used as it is, because
 * migrations only add.
 */
export async function migrate(database: Database, log: Log): Promise<void> {
  const files = readdirSync(MIGRATIONS).sort();
  const expected = files.length;
  await database.transaction(async (query) => {
    if (database.engine === 'postgres') {
      await query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    }
    await query('CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)');
    const [newest] = await query<{ version: number | null }>(
      'SELECT max(version) AS version FROM schema_version',
    );
    const found = newest?.version ?? 0;
    if (found > expected) {
      log.warn({ found, expected }, 'the database was migrated by a newer version');
    }
    for (let version = found + 1; version <= expected; version += 1) {
      const script = readFileSync(join(MIGRATIONS, String(files[version - 1])), 'utf8');
      for (const statement of script.trim().split(/;\s*\n/)) await query(statement);
      await query('INSERT INTO schema_version (version) VALUES ($1)', [version]);
    }
  });
}
