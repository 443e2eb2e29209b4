import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';

/**
 * A pool that drops a connection after its first error, for Kysely, which hands every connection
 * back: one that failed half-way may hold an open transaction, or be dead without knowing it.
 * Closing it makes the database roll back, so that no rollback need be waited for.
 */
export function dropBrokenConnections(pool: Pool): PostgresPool {
  const known = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const guarded = known.get(client) ?? guard(client);
      known.set(client, guarded);
      return guarded;
    },
    end: () => pool.end(),
  };
}

function guard(client: PoolClient): PostgresPoolClient {
  let isBroken = false;
  // The pool listens while it has the connection; without a listener an error ends the process.
  client.on('error', () => {
    isBroken = true;
  });
  const query = async (sql: string, values: readonly unknown[]) => {
    if (isBroken && sql === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] };
    try {
      const result = await client.query(sql, [...values]);
      // COMMIT of a transaction that had failed answers ROLLBACK, without an error.
      if (sql === 'commit' && result.command !== 'COMMIT') {
        throw new Error(`The database answered ${result.command} to COMMIT.`);
      }
      return result;
    } catch (error) {
      isBroken = true;
      throw error;
    }
  };
  return {
    // Without Kysely's cursors, which nothing here uses.
    query: query as never,
    release: () => client.release(isBroken),
  };
}
