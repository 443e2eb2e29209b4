import { Client } from 'pg';
import { newerDatabaseError, readMigrations } from './read-migrations.ts';

/** Names the lock that all processes of this program take to migrate. Any number would do. */
const MIGRATION_LOCK = 7_203_114_905;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Runs the missing migrations in one transaction, under a lock that makes other processes wait. On
 * a connection of its own: a migration may take longer than a visitor's call.
 *
 * @throws Error with a clear line when the database is newer than this release
 */
export async function migratePostgres(databaseUrl: string, where: string): Promise<void> {
  const migrations = readMigrations('postgres');
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A connection that breaks between two statements reports here, and then in the next statement.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
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
