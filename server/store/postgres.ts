import { Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely';
import { Pool, type PoolClient, types } from 'pg';
import type { Database, Tables } from './database.ts';

/**
 * Limits in milliseconds. The database's own timeouts are shorter, so that it rolls back. Ours are
 * for a database that does not respond.
 */
const TIMEOUTS = {
  connectionTimeoutMillis: 3_000,
  statement_timeout: 3_000,
  lock_timeout: 2_000,
  /** A process that hangs in a transaction must not block others. */
  idle_in_transaction_session_timeout: 1_500,
  query_timeout: 4_000,
};

const MAX_CONNECTIONS = 10;

/** Connects lazily. Calls reject while the database is unavailable, and recover later. */
export function openPostgres(databaseUrl: string): Database {
  const { hostname, port, pathname } = new URL(databaseUrl);
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'enquiries',
    max: MAX_CONNECTIONS,
    keepAlive: true,
    // BIGINT as a number: milliseconds and counts stay far below 2^53.
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format)) as never,
    },
    // On disk when COMMIT returns, whatever the server's default is.
    onConnect: (client) => client.query('SET synchronous_commit = on').then(() => {}),
    ...TIMEOUTS,
  });
  // Errors of idle connections arrive here; without a listener they would crash the process.
  pool.on('error', () => {});
  const guardedClients = new WeakMap<PoolClient, PostgresPoolClient>();
  const connect = async () => {
    const client = await pool.connect();
    const guarded = guardedClients.get(client) ?? dropWhenBroken(client);
    guardedClients.set(client, guarded);
    return guarded;
  };
  const dialect = new PostgresDialect({ pool: { connect, end: () => pool.end() } });
  const db = new Kysely<Tables>({ dialect });
  return {
    engine: 'postgres',
    description: `PostgreSQL at ${hostname}${port && `:${port}`}${pathname}`,
    db,
    async scrub() {
      await db.connection().execute(async (connection) => {
        await sql`SET statement_timeout = 0`.execute(connection);
        for (const table of ['enquiry', 'mail'] as const) {
          await sql`VACUUM FULL ${sql.table(table)}`.execute(connection);
        }
        await sql`RESET statement_timeout`.execute(connection);
      });
    },
    close: () => db.destroy(),
  };
}

/**
 * Kysely returns every connection to the pool. After an error it may be dead or have an open
 * transaction; closing it makes the database roll back.
 */
function dropWhenBroken(client: PoolClient): PostgresPoolClient {
  let isBroken = false;
  // Without a listener an error would crash the process.
  client.on('error', () => {
    isBroken = true;
  });
  const query = async (text: string, values: readonly unknown[]) => {
    if (isBroken && text === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] };
    try {
      const result = await client.query(text, [...values]);
      // COMMIT of a failed transaction returns ROLLBACK without an error.
      if (text === 'commit' && result.command !== 'COMMIT') throw new Error('Not committed.');
      return result;
    } catch (error) {
      isBroken = true;
      throw error;
    }
  };
  return { query: query as never, release: () => client.release(isBroken) };
}
