import { Client } from 'pg';
import { newerDatabaseError, readMigrations } from './read-migrations.ts';

/** Names the lock that all processes of this program take to migrate. Any number would do. */
export const MIGRATION_LOCK = 7_203_114_905;

/**
 * Limits in milliseconds. Without them a start could wait for ever, and say nothing: for a process
 * that stands still while it changes the schema, or for a database that stopped answering.
 */
const CONNECT_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_MS = 20_000;
const QUERY_TIMEOUT_MS = 30 * 60_000;
/** SQLSTATE: a lock was not to be had within `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs the missing migrations in one transaction, under a lock that makes other processes wait. On
 * a connection of its own: a migration may take longer than a visitor's call.
 *
 * @throws Error with a clear line when the database is newer than this release, or when another
 *   process keeps the lock for longer than `lockTimeoutMs`, 20 s
 */
export async function migratePostgres(
  databaseUrl: string,
  where: string,
  lockTimeoutMs = LOCK_TIMEOUT_MS,
): Promise<void> {
  const migrations = readMigrations('postgres');
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    lock_timeout: lockTimeoutMs,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  });
  // A connection that breaks between two statements reports here, and then in the next statement.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]).catch(explainLock);
    await client.query('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)');
    const { rows } = await client.query<{ version: number }>(
      'SELECT coalesce(max(version), 0) AS version FROM schema_version',
    );
    const found = rows[0]?.version ?? 0;
    if (found > migrations.length) throw newerDatabaseError(where, found, migrations.length);
    for (const { version, sql } of migrations.slice(found)) {
      await client.query(sql);
      await client.query('INSERT INTO schema_version (version) VALUES ($1)', [version]);
    }
    await client.query('COMMIT');
  } finally {
    // Without a COMMIT before, closing rolls back.
    await client.end().catch(() => undefined);
  }
}

function explainLock(error: Error & { code?: string }): never {
  if (error.code !== LOCK_NOT_AVAILABLE) throw error;
  throw new Error('another process is changing its schema, and does not come to an end', {
    cause: error,
  });
}
