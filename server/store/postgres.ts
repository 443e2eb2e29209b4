import { Pool, types } from 'pg';
import type { Database, Query } from './database.ts';

/**
 * The database's limits are shorter than the client's, so that it normally rolls back first. The
 * client's apply when it does not respond.
 */
const TIMEOUTS = {
  connectionTimeoutMillis: 3_000,
  statement_timeout: 3_000,
  lock_timeout: 2_000,
  /** A process that hangs in a transaction must not block others. */
  idle_in_transaction_session_timeout: 1_500,
  query_timeout: 4_000,
};
const ERASE_WITHIN_MS = 10 * 60_000;
const MAX_CONNECTIONS = 10;

// BIGINT is read as a number: milliseconds and counts stay far below 2^53.
types.setTypeParser(types.builtins.INT8, Number);

/** Connects lazily. Calls reject while the database is unavailable, and recover later. */
export function openPostgres(databaseUrl: string): Database {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'enquiries',
    max: MAX_CONNECTIONS,
    keepAlive: true,
    // A commit is on disk when COMMIT returns, whatever the server's default is.
    options: '-c synchronous_commit=on',
    ...TIMEOUTS,
  });
  // Without a listener, an error between statements would crash the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const queryWith =
    (client: Pick<Pool, 'query'>): Query =>
    async (text, values) =>
      (await client.query(text, values && [...values])).rows;
  return {
    engine: 'postgres',
    query: queryWith(pool),
    async transaction(run) {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        const result = await run(queryWith(client));
        const { command } = await client.query('COMMIT');
        // COMMIT of a failed transaction returns ROLLBACK without an error.
        if (command !== 'COMMIT') throw new Error('Not committed.');
        client.release();
        return result;
      } catch (error) {
        // The connection is closed, because it may be dead. The database then rolls back.
        client.release(true);
        throw error;
      }
    },
    async eraseTraces() {
      const client = await pool.connect();
      try {
        await client.query('SET statement_timeout = 0');
        const vacuum = { text: 'VACUUM FULL enquiry, mail', query_timeout: ERASE_WITHIN_MS };
        await client.query(vacuum);
      } finally {
        client.release(true);
      }
    },
    close: () => pool.end(),
  };
}
