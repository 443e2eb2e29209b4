import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createLog, type Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import {
  type AcceptResult,
  acceptEnquiry,
  findSubmission,
  type NewEnquiry,
} from './accept-enquiry.ts';
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

/** Larger than the largest enquiry: where this fits, an enquiry does. */
const PROBE = 'x'.repeat(64 * 1024);

export interface Health {
  /** Mails to the company that failed. */
  failed: number;
  /** Mails to the company that are still queued an hour after they were. */
  late: number;
  /** Why the oldest of all these was not delivered: codes and steps. */
  reason?: string;
}

/**
 * Where enquiries and the mails they owe are kept. Every method rejects when the database cannot do
 * it now, and leaves no half of a write behind. A second process may open the same database.
 */
export interface Store {
  /** Where it is, without secrets. */
  readonly description: string;
  /** Stores an enquiry with its mails and spends its captcha, in one transaction. */
  accept(enquiry: NewEnquiry): Promise<AcceptResult>;
  /** The hash of the request that was accepted under an idempotency key. */
  findSubmission(idempotencyKey: string): Promise<string | undefined>;
  /** Takes the next due mail; nobody else gets it before its lease ends. */
  claimMail(nowMs: number): Promise<ClaimedMail | undefined>;
  /** Records how a try ended. False: somebody else holds the mail now, and nothing was written. */
  settleMail(claim: ClaimedMail, outcome: TryOutcome, nowMs: number): Promise<boolean>;
  nextDueAtMs(): Promise<number | undefined>;
  /** Queues failed mails again, of one enquiry or all of the company's; returns how many. */
  requeueMail(nowMs: number, enquiryId?: string): Promise<number>;
  listEnquiries(filter?: EnquiryFilter): Promise<EnquiryRecord[]>;
  /** @param id whole, or its first characters; undefined when none or several have it */
  readEnquiry(id: string): Promise<EnquiryRecord | undefined>;
  /** Erases an enquiry from the database, its log and the mails kept as files. */
  eraseEnquiry(id: string): Promise<boolean>;
  /** The same for all enquiries of an address; returns how many. */
  eraseAddress(email: string): Promise<number>;
  /** Erases enquiries delivered more than `keepMs` ago; returns how many. */
  eraseExpired(nowMs: number, keepMs: number): Promise<number>;
  /** Rejects when an enquiry could not be stored now. */
  checkWritable(): Promise<void>;
  health(nowMs: number): Promise<Health>;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** Told what an operator must know. Default: nobody. */
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

/** Where mails are kept that are written as files, one named after each mail's id. */
export const mailFolderOf = (dataDir: string) => join(dataDir, 'mail');

function createStore(database: Database, mailFolder: string): Store {
  const { db, description } = database;
  const erase = async (by: { id: string } | { email: string }) => {
    const { enquiries, mailIds } = await eraseEnquiries(db, by);
    // Also when there was none: an erasure that broke off is completed by the next.
    await database.scrub();
    await removeMailFiles(mailFolder, (name) => mailIds.some((id) => name.includes(id)));
    return enquiries;
  };
  return {
    description,
    accept: (enquiry) => acceptEnquiry(database, enquiry),
    findSubmission: (key) => findSubmission(db, key),
    claimMail: (nowMs) => claimMail(database, nowMs),
    settleMail: (claim, outcome, nowMs) => settleMail(db, claim, outcome, nowMs),
    nextDueAtMs: () => nextDueAtMs(db),
    requeueMail: (nowMs, enquiryId) => requeueMail(db, nowMs, enquiryId),
    listEnquiries: (filter) => listEnquiries(db, filter),
    async readEnquiry(id) {
      const [found, another] = await listEnquiries(db, { idPrefix: id, limit: 2 });
      return another ? undefined : found;
    },
    eraseEnquiry: async (id) => (await erase({ id })) > 0,
    eraseAddress: (email) => erase({ email }),
    async eraseExpired(nowMs, keepMs) {
      const { enquiries, mailIds } = await eraseExpired(db, nowMs, keepMs);
      if (enquiries > 0 && database.engine === 'sqlite') await database.scrub();
      if (mailIds.length > 0) {
        await removeMailFiles(mailFolder, (name) => mailIds.some((id) => name.includes(id)));
      }
      return enquiries;
    },
    async checkWritable() {
      await db.transaction().execute(async (transaction) => {
        const id = 'probe';
        await transaction.insertInto('write_probe').values({ id, padding: PROBE }).execute();
        await transaction.deleteFrom('write_probe').where('id', '=', id).execute();
      });
    },
    async health(nowMs) {
      const open = await db
        .selectFrom('mail')
        .select(['state', 'last_error'])
        .where(sql<boolean>`state IN ('queued', 'failed')`)
        .where('kind', '=', 'company')
        .where((eb) =>
          eb.or([eb('state', '=', 'failed'), eb('queued_at_ms', '<', nowMs - HOUR_MS)]),
        )
        .orderBy('queued_at_ms')
        .execute();
      const failed = open.filter(({ state }) => state === 'failed').length;
      const reason = open[0]?.last_error;
      return { failed, late: open.length - failed, ...(reason && { reason }) };
    },
    close: () => database.close(),
  };
}

async function removeMailFiles(folder: string, isErased: (name: string) => boolean): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names.filter(isErased)) await rm(join(folder, name), { force: true });
}
