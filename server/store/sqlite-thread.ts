import { parentPort } from 'node:worker_threads';
import { Kysely, SqliteDialect } from 'kysely';
import type { Tables } from './schema.ts';
import { SqliteFile, sqliteFileOf } from './sqlite-file.ts';
import { createStatements } from './statements.ts';
import type { StoreMethods } from './store.ts';
import type { StoreLog } from './trouble.ts';

/**
 * Runs the store's methods on a SQLite file in a thread of its own: a slow or stuck disk, or another
 * process's lock, then stops this thread and never the one that answers visitors. Its first message
 * names the file; once that is closed, the next one may name another.
 */

export type ThreadMethod = keyof StoreMethods | 'close';

export interface ThreadCall {
  id: number;
  method: ThreadMethod;
  args: unknown[];
  /** `process.hrtime.bigint()` after which the call is not begun any more. */
  deadline: bigint;
}

export type ThreadAnswer =
  | { id: number; ok: true; value: unknown }
  | { id: number; ok: false; message: string; code?: string }
  | ThreadLine;

/** A line for the log, which the main thread keeps. */
export interface ThreadLine {
  level: keyof StoreLog;
  fields: object;
  message: string;
}

export interface ThreadData {
  dataDir: string;
  /** False once it was open: a thread that is started again makes no new file. */
  mayMake: boolean;
  /** Upper bound of the file in pages of 4 KiB, for tests of a full disk. */
  maxPages?: number;
}

const port = parentPort;
if (!port) throw new Error('sqlite-thread.ts runs as a worker thread only.');
const write = (level: keyof StoreLog) => (fields: object, message: string) =>
  port.postMessage({ level, fields, message } satisfies ThreadLine);
const log: StoreLog = { warn: write('warn'), error: write('error') };

type Methods = Record<ThreadMethod, (...args: never[]) => unknown>;
let methods: Methods | undefined;

function open({ dataDir, mayMake, maxPages }: ThreadData): Methods {
  const file = new SqliteFile(sqliteFileOf(dataDir), { log, maxPages, mayMake, mayMigrate: true });
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) });
  const statements = createStatements(db, 'sqlite');
  return {
    ...statements,
    checkWritable() {
      file.assertRoom();
      return statements.checkWritable();
    },
    async eraseExpired(nowMs: number, keepMs?: number) {
      await statements.eraseExpired(nowMs, keepMs);
      file.foldLog();
    },
    close() {
      file.close();
      methods = undefined;
    },
  };
}

/** One after the other: a call's deadline is looked at when its turn has come. */
let turn = Promise.resolve();
port.on('message', (message: ThreadData | ThreadCall) => {
  // What goes wrong here ends the thread, and whoever waits for it is told why.
  if ('dataDir' in message) methods = open(message);
  else turn = turn.then(async () => port.postMessage(await answer(message)));
});

async function answer({ id, method, args, deadline }: ThreadCall): Promise<ThreadAnswer> {
  // The caller is about to say 'cannot store', or has said so; storing now would break that word.
  if (process.hrtime.bigint() > deadline) return { id, ok: false, message: 'Waited too long.' };
  try {
    return { id, ok: true, value: await methods?.[method](...(args as never[])) };
  } catch (error) {
    const { message, errstr, code } = error as Error & { errstr?: string; code?: string };
    // 'database is locked', 'database or disk is full': SQLite's own words, without any value.
    const known = errstr ?? code;
    return { id, ok: false, message, ...(known !== undefined && { code: known }) };
  }
}
