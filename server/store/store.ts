import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createLog, type Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { acceptEnquiry, findSubmission, type NewEnquiry } from './accept-enquiry.ts';
import { type Database, migrate } from './database.ts';
import { type EnquiryFilter, eraseBy, eraseExpired, listEnquiries } from './enquiries.ts';
import {
  type ClaimedMail,
  claimMail,
  nextDueAtMs,
  readHealth,
  requeueMail,
  settleMail,
  type TryOutcome,
} from './mails.ts';
import { openSqlite, type SqliteOptions } from './sqlite.ts';

/** Larger than the largest enquiry, so that a successful test write means an enquiry fits. */
const PROBE = 'x'.repeat(64 * 1024);

/**
 * Stores enquiries and their mails. Every method is atomic and rejects when the database is
 * unavailable. Several processes may open the same database.
 */
export type Store = ReturnType<typeof createStore>;

export interface StoreOptions extends SqliteOptions {
  /** Default: none. */
  log?: Log;
}

/**
 * Opens the database that the settings name and brings its schema up to date.
 *
 * @throws Error in one line when it cannot
 */
export async function openStore(
  settings: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>,
  { log = createLog('silent'), ...options }: StoreOptions = {},
): Promise<Store> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = settings;
  const database =
    databaseUrl === ''
      ? openSqlite(dataDir, options)
      : (await import('./postgres.ts')).openPostgres(databaseUrl);
  try {
    await migrate(database, log);
  } catch (error) {
    await database.close();
    const setting = databaseUrl === '' ? 'DATA_DIR' : 'DATABASE_URL';
    const { message } = error as Error;
    throw new Error(`${setting}: ${database.description} cannot be opened: ${message}`, {
      cause: error,
    });
  }
  return createStore(database, mailFolderOf(dataDir));
}

/** Folder of mails that are written as files, named after their ids. */
export const mailFolderOf = (dataDir: string) => join(dataDir, 'mail');

function createStore(database: Database, mailFolder: string) {
  const { query, engine } = database;
  const erase = async (column: 'id' | 'email', value: string): Promise<number> => {
    const { enquiries, mailIds } = await eraseBy(database, column, value);
    // Also if there was none, to complete an interrupted erasure.
    await database.scrub();
    await removeMailFiles(mailFolder, mailIds);
    return enquiries;
  };
  return {
    /** Where it is, without secrets. */
    description: database.description,
    accept: (enquiry: NewEnquiry) => acceptEnquiry(database, enquiry),
    findSubmission: (idempotencyKey: string) => findSubmission(query, idempotencyKey),
    claimMail: (nowMs: number) => claimMail(database, nowMs),
    settleMail: (claim: ClaimedMail, outcome: TryOutcome, nowMs: number) =>
      settleMail(query, claim, outcome, nowMs),
    nextDueAtMs: () => nextDueAtMs(query),
    requeueMail: (nowMs: number, enquiryId?: string) => requeueMail(query, nowMs, enquiryId),
    health: (nowMs: number) => readHealth(query, nowMs),
    listEnquiries: (filter?: EnquiryFilter) => listEnquiries(query, filter),
    readEnquiry: async (id: string) => (await listEnquiries(query, { id }))[0],
    /** Erases an enquiry from the database, its log and the mail files. */
    eraseEnquiry: async (id: string) => (await erase('id', id)) > 0,
    /** Erases all enquiries of an address; returns how many. */
    eraseAddress: (email: string) => erase('email', email.toLowerCase()),
    /** Erases enquiries that were delivered more than `keepMs` ago; returns how many. */
    async eraseExpired(nowMs: number, keepMs: number): Promise<number> {
      const { enquiries, mailIds } = await eraseExpired(database, nowMs, keepMs);
      if (enquiries > 0 && engine === 'sqlite') await database.scrub();
      await removeMailFiles(mailFolder, mailIds);
      return enquiries;
    },
    /** Rejects if an enquiry could not be stored. */
    checkWritable: () =>
      database.transaction(async (query) => {
        await query("INSERT INTO write_probe (id, padding) VALUES ('probe', $1)", [PROBE]);
        await query("DELETE FROM write_probe WHERE id = 'probe'");
      }),
    close: () => database.close(),
  };
}

async function removeMailFiles(folder: string, mailIds: string[]): Promise<void> {
  if (mailIds.length === 0) return;
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const erased = names.filter((name) => mailIds.some((id) => name.includes(id)));
  for (const name of erased) await rm(join(folder, name), { force: true });
}
