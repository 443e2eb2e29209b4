import { parentPort, workerData } from 'node:worker_threads';
import { SqliteDatabase } from './sqlite-database.ts';

/**
 * Runs {@link SqliteDatabase} in a thread of its own: a slow or stuck disk, or another process's
 * lock, then stops this thread and never the one that answers visitors.
 */

export type DatabaseMethod = Exclude<keyof SqliteDatabase, 'close'> | 'close';

export interface ThreadCall {
  id: number;
  method: DatabaseMethod;
  args: unknown[];
  /** `process.hrtime.bigint()` after which the call is not begun any more. */
  deadline: bigint;
}

export type ThreadAnswer =
  | { id: number; ok: true; value: unknown }
  | { id: number; ok: false; message: string; code?: string };

export interface ThreadData {
  dataDir: string;
  maxPages?: number;
}

const port = parentPort;
if (!port) throw new Error('sqlite-thread.ts runs as a worker thread only.');
const { dataDir, maxPages } = workerData as ThreadData;
const database = new SqliteDatabase(dataDir, maxPages);

port.on('message', ({ id, method, args, deadline }: ThreadCall) => {
  port.postMessage(answer(id, method, args, deadline));
  if (method === 'close') port.close();
});

function answer(
  id: number,
  method: DatabaseMethod,
  args: unknown[],
  deadline: bigint,
): ThreadAnswer {
  // The caller is about to say 'cannot store', or has said so; storing now would break that word.
  if (process.hrtime.bigint() > deadline) return { id, ok: false, message: 'Waited too long.' };
  try {
    const call = database[method] as (...args: unknown[]) => unknown;
    return { id, ok: true, value: call.apply(database, args) };
  } catch (error) {
    const { message, errstr } = error as Error & { errstr?: string };
    // 'database is locked', 'database or disk is full': SQLite's own words, without any value.
    return { id, ok: false, message, ...(errstr && { code: errstr }) };
  }
}
