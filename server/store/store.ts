import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from './database.ts';
import {
  countNew,
  eraseAndMark,
  eraseExpired,
  forgetErasures,
  listEnquiries,
  type Retention,
  readUnfinishedErasures,
  setNote,
  setState,
} from './enquiries.ts';
import * as mails from './mails.ts';
import {
  type DatabaseOptions,
  type DatabaseSettings,
  describeDatabase,
  openDatabase,
} from './open-database.ts';
import { findSubmission, storeEnquiry } from './store-enquiry.ts';
import { addVisits, eraseVisits, readVisits } from './visits.ts';

/**
 * The row of the write check. It is larger than any enquiry: if there is room for it, there is for
 * an enquiry.
 */
const PROBE = 'x'.repeat(64 * 1024);

/**
 * Stores enquiries and their mails. Each method is atomic, and rejects while the database is
 * unavailable. Several processes may use one database.
 */
export type Store = ReturnType<typeof createStore>;

/** Opens the database of the settings and migrates it. */
export async function openStore(
  settings: DatabaseSettings,
  options: DatabaseOptions = {},
): Promise<Store> {
  const database = await openDatabase(settings, options);
  return createStore(database, describeDatabase(settings), mailFolderOf(settings.DATA_DIR));
}

/** The folder of mails that are kept as files. Their names contain the enquiry's id. */
export const mailFolderOf = (dataDir: string) => join(dataDir, 'mail');

function createStore(database: Database, description: string, mailFolder: string) {
  const { query } = database;
  const on =
    <Args extends unknown[], Result>(run: (database: Database, ...args: Args) => Result) =>
    (...args: Args) =>
      run(database, ...args);

  /**
   * Erases enquiries, and completes erasures that were interrupted. Returns the ids of both.
   */
  async function eraseNow(condition: string, value: string) {
    const erased = await database.transaction((query) => eraseAndMark(query, condition, [value]));
    const all = await completeErasures({ erasesTraces: true });
    return { erased, completed: all.filter((id) => !erased.includes(id)) };
  }

  /** Removes what is left of erased enquiries. A failure leaves them marked for the next call. */
  async function completeErasures({ erasesTraces }: { erasesTraces: boolean }): Promise<string[]> {
    const ids = await readUnfinishedErasures(query);
    await removeMailFiles(mailFolder, ids);
    if (erasesTraces) await database.eraseTraces();
    await forgetErasures(query, ids);
    return ids;
  }
  return {
    /** The database's location, without secrets. */
    description,
    storeEnquiry: on(storeEnquiry),
    findSubmission: on(findSubmission),
    claimMail: on(mails.claimMail),
    settleMail: on(mails.settleMail),
    nextDueAtMs: on(mails.nextDueAtMs),
    requeueMail: on(mails.requeueMail),
    lastRequeueAtMs: on(mails.lastRequeueAtMs),
    health: on(mails.readHealth),
    refusedConfirmations: on(mails.readRefusedConfirmations),
    listEnquiries: on(listEnquiries),
    countNew: on(countNew),
    setState: on(setState),
    setNote: on(setNote),
    async readEnquiry(id: string) {
      const [enquiry] = await listEnquiries(database, { id });
      return enquiry;
    },
    /** Erases an enquiry from the database, its log and mail files. Returns whether it existed. */
    async eraseEnquiry(id: string): Promise<boolean> {
      const { erased, completed } = await eraseNow('id = $1', id);
      return [...erased, ...completed].includes(id);
    },
    /**
     * Erases all enquiries of an address. Returns how many, and how many erasures of any address
     * were interrupted before and are complete now.
     */
    async eraseAddress(email: string): Promise<{ erased: number; completed: number }> {
      const { erased, completed } = await eraseNow('email = $1', email.toLowerCase());
      return { erased: erased.length, completed: completed.length };
    },
    /**
     * Erases the enquiries that have been kept long enough, and completes erasures that were
     * interrupted. Returns how many enquiries were erased.
     */
    async eraseExpired(nowMs: number, retention: Retention): Promise<number> {
      const interrupted = await readUnfinishedErasures(query);
      const expired = await database.transaction((query) => eraseExpired(query, nowMs, retention));
      if (interrupted.length + expired.length === 0) return 0;
      // On PostgreSQL this locks the tables, and autovacuum overwrites deleted rows in time.
      const erasesTraces = database.engine === 'sqlite' || interrupted.length > 0;
      const ids = await completeErasures({ erasesTraces });
      return ids.length;
    },
    addVisits: on(addVisits),
    readVisits: on(readVisits),
    eraseVisits: on(eraseVisits),
    /** Rejects if an enquiry could not be stored. */
    checkWritable: () =>
      database.transaction(async (query) => {
        await query("INSERT INTO write_probe (id, padding) VALUES ('probe', $1)", [PROBE]);
        await query("DELETE FROM write_probe WHERE id = 'probe'");
      }),
    close: () => database.close(),
  };
}

async function removeMailFiles(folder: string, enquiryIds: string[]): Promise<void> {
  if (enquiryIds.length === 0) return;
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const isErased = enquiryIds.some((id) => name.includes(id));
    if (isErased) await rm(join(folder, name), { force: true });
  }
}
