import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';
import { cannotOpenError, newerDatabaseError, readMigrations } from './read-migrations.ts';
import type { Tables } from './schema.ts';

/** BIGINT as a number: milliseconds and counts stay far below 2^53. */
export const PARSERS = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === types.builtins.INT8
      ? Number
      : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};

/** Where the database is, without the password. */
export function placeOf(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `PostgreSQL at ${hostname}${port && `:${port}`}${pathname}`;
}

/**
 * One connection for an operator's command, which may take its time.
 *
 * @throws Error in one line when it cannot be reached, or its schema is of another release
 */
export async function connectPostgres(databaseUrl: string) {
  const description = placeOf(databaseUrl);
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'enquiries-command',
    connectionTimeoutMillis: 10_000,
    max: 1,
    types: PARSERS,
  });
  pool.on('error', () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    const { rows } = await pool.query<{ version: number }>(
      'SELECT coalesce(max(version), 0) AS version FROM schema_version',
    );
    const found = rows[0]?.version ?? 0;
    const known = readMigrations('postgres').length;
    if (found > known) throw newerDatabaseError(description, found, known);
    if (found < known) {
      throw new Error('of an older release: start the server, which brings it up to date');
    }
  } catch (error) {
    await pool.end();
    throw cannotOpenError('DATABASE_URL', description, error);
  }
  return { db, description, close: () => pool.end() };
}
