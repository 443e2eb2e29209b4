import type { Pool, PoolClient } from 'pg';

/** Commits what `work` wrote, unless `isWanted` says that nothing may be written. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
  isWanted: (result: Result) => boolean = () => true,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    const end = isWanted(result) ? 'COMMIT' : 'ROLLBACK';
    // COMMIT of a transaction that had failed answers ROLLBACK, without an error.
    const { command } = await client.query(end);
    if (command !== end) throw new Error(`The database answered ${command} to ${end}.`);
    client.release();
    return result;
  } catch (error) {
    // Dropped, not handed back: a connection that failed half-way may hold an open transaction,
    // and closing it makes the database roll back.
    client.release(true);
    throw error;
  }
}
