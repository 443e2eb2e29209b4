import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Log } from '../log.ts';

/** The columns of `migrations/`. */
export interface Tables {
  enquiry: {
    id: string;
    received_at_ms: number;
    idempotency_key: string | null;
    body_hash: string;
    email: string;
    mailbox: string;
    party_date: string | null;
    fields: string;
    confirmation_skipped: ConfirmationSkipped | null;
  };
  mail: {
    id: string;
    enquiry_id: string;
    kind: MailKind;
    state: MailState;
    message_id: string;
    leaves_last: number;
    queued_at_ms: number;
    tries: number;
    due_at_ms: number;
    fencing_token: number;
    ended_at_ms: number | null;
    last_error: string | null;
  };
  spent_captcha: { nonce: string; expires_at_ms: number };
  write_probe: { id: string; padding: string };
}

export type MailKind = 'company' | 'confirmation';
export type MailState = 'queued' | 'delivered' | 'failed';
/** Possible spam, or the limit of the mailbox or of the hour was reached. */
export type ConfirmationSkipped = 'spam' | 'mailbox-limit' | 'hour-limit';

/** An open database of either engine. */
export interface Database {
  engine: 'sqlite' | 'postgres';
  /** Its location, without secrets. */
  description: string;
  db: Kysely<Tables>;
  /** Removes traces of deleted rows from the database files. */
  scrub(): Promise<void>;
  close(): Promise<void>;
}

/** An arbitrary id for the advisory lock. */
const MIGRATION_LOCK = 7_203_114_905;

/**
 * Runs missing migrations in one transaction. A database with newer migrations can be used as it
 * is, because migrations only add.
 */
export async function migrate({ db, engine, description }: Database, log: Log): Promise<void> {
  const folder = join(import.meta.dirname, 'migrations');
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  await db.transaction().execute(async (transaction) => {
    if (engine === 'postgres') {
      await sql`SELECT pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(transaction);
    }
    await sql`CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)`.execute(
      transaction,
    );
    const { rows } = await sql<{ version: number }>`
      SELECT coalesce(max(version), 0) AS version FROM schema_version`.execute(transaction);
    const found = rows[0]?.version ?? 0;
    if (found > files.length) {
      log.warn(
        { found, expected: files.length },
        `${description} is of a newer version; going on with it`,
      );
    }
    for (const file of files.slice(found)) {
      // Kysely sends one statement at a time.
      for (const statement of readFileSync(join(folder, file), 'utf8').split(/;\s*\n/)) {
        if (statement.trim() !== '') await sql.raw(statement).execute(transaction);
      }
      const version = files.indexOf(file) + 1;
      await sql`INSERT INTO schema_version (version) VALUES (${version})`.execute(transaction);
    }
  });
}
