import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createLog, type Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { acceptEnquiry, findSubmission, type NewEnquiry } from './accept-enquiry.ts';
import { type Database, migrate } from './database.ts';
import {
  type EnquiryFilter,
  type EnquiryRecord,
  eraseEnquiries,
  eraseExpired,
  listEnquiries,
} from './enquiries.ts';
import {
  type ClaimedMail,
  claimMail,
  nextDueAtMs,
  requeueMail,
  settleMail,
  type TryOutcome,
} from './mails.ts';

const HOUR_MS = 3_600_000;

/** Larger than the largest enquiry, so that a successful test write means an enquiry fits. */
const PROBE = 'x'.repeat(64 * 1024);

export interface Health {
  /** Mails to the company that failed. */
  failed: number;
  /** Mails to the company that have been queued for over an hour. */
  late: number;
  /** Why the oldest of these was not delivered: codes and steps. */
  reason?: string;
}

/**
 * Stores enquiries and their mails. Every method is atomic and rejects when the database is
 * unavailable. Several processes may open the same database.
 */
export type Store = ReturnType<typeof createStore>;

export interface StoreOptions {
  /** Default: none. */
  log?: Log;
  /** Default: true. */
  mayCreate?: boolean;
  /** How long SQLite waits for another process's lock, in milliseconds. Default: 200. */
  busyTimeoutMs?: number;
  /** Called when the SQLite file was moved, deleted or replaced. */
  onReplaced?: (reason: string) => void;
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
      ? (await import('./sqlite.ts')).openSqlite(dataDir, options)
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
  const { db, description } = database;
  const removeMails = (ids: string[]) =>
    removeMailFiles(mailFolder, (name) => ids.some((id) => name.includes(id)));
  const erase = async (by: { id: string } | { email: string }): Promise<number> => {
    const { enquiries, mailIds } = await eraseEnquiries(db, by);
    // Also if there was none, to complete an interrupted erasure.
    await database.scrub();
    await removeMails(mailIds);
    return enquiries;
  };
  return {
    /** Where it is, without secrets. */
    description,
    accept: (enquiry: NewEnquiry) => acceptEnquiry(database, enquiry),
    findSubmission: (idempotencyKey: string) => findSubmission(db, idempotencyKey),
    claimMail: (nowMs: number) => claimMail(database, nowMs),
    settleMail: (claim: ClaimedMail, outcome: TryOutcome, nowMs: number) =>
      settleMail(db, claim, outcome, nowMs),
    nextDueAtMs: () => nextDueAtMs(db),
    requeueMail: (nowMs: number, enquiryId?: string) => requeueMail(db, nowMs, enquiryId),
    listEnquiries: (filter?: EnquiryFilter) => listEnquiries(db, filter),
    async readEnquiry(id: string): Promise<EnquiryRecord | undefined> {
      return (await listEnquiries(db, { id }))[0];
    },
    /** Erases an enquiry from the database, its log and the mail files. */
    eraseEnquiry: async (id: string) => (await erase({ id })) > 0,
    /** Erases all enquiries of an address; returns how many. */
    eraseAddress: (email: string) => erase({ email }),
    /** Erases enquiries that were delivered more than `keepMs` ago; returns how many. */
    async eraseExpired(nowMs: number, keepMs: number): Promise<number> {
      const { enquiries, mailIds } = await eraseExpired(db, nowMs, keepMs);
      if (enquiries > 0 && database.engine === 'sqlite') await database.scrub();
      await removeMails(mailIds);
      return enquiries;
    },
    /** Rejects if an enquiry could not be stored. */
    async checkWritable(): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('write_probe')
          .values({ id: 'probe', padding: PROBE })
          .execute();
        await transaction.deleteFrom('write_probe').where('id', '=', 'probe').execute();
      });
    },
    health: (nowMs: number) => readHealth(db, nowMs),
    close: () => database.close(),
  };
}

async function readHealth(db: Database['db'], nowMs: number): Promise<Health> {
  const open = await db
    .selectFrom('mail')
    .select(['state', 'last_error'])
    .where(sql<boolean>`state IN ('queued', 'failed') AND kind = 'company'`)
    .where((eb) => eb.or([eb('state', '=', 'failed'), eb('queued_at_ms', '<', nowMs - HOUR_MS)]))
    .orderBy('queued_at_ms')
    .execute();
  const failed = open.filter(({ state }) => state === 'failed').length;
  const reason = open[0]?.last_error;
  return { failed, late: open.length - failed, ...(reason && { reason }) };
}

async function removeMailFiles(folder: string, isErased: (name: string) => boolean): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names.filter(isErased)) await rm(join(folder, name), { force: true });
}
