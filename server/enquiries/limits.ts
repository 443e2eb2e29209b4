import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { LimitSettings } from '../settings.ts';
import { mailboxOf, networkOf } from './limit-keys.ts';

const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;

/** A stranger's mailbox never gets more of our confirmations than this. */
const CONFIRMATIONS_PER_RECIPIENT = { anHour: 1, aDay: 3 };

/** Undefined: within the limit. Else how long to wait, in seconds. */
type WaitS = number | undefined;

/**
 * What may be done how often. Keys are hashed before they are kept, because with PostgreSQL they
 * stand in a table.
 *
 * Every method rejects when the limits' store cannot be reached.
 */
export interface Limits {
  /** Counts one call of the form from an address, whatever comes of it. */
  countCall(address: string): Promise<WaitS>;
  /** Counts one enquiry against its address and its slug. */
  countEnquiry(address: string, slug: string): Promise<WaitS>;
  /** Takes back {@link countEnquiry} for an enquiry that was not stored. */
  uncountEnquiry(address: string, slug: string): Promise<void>;
  /** Counts one confirmation; false: this one must not be sent. */
  countConfirmation(recipient: string): Promise<boolean>;
  uncountConfirmation(recipient: string): Promise<void>;
  /** What {@link countConfirmation} said to the same submission on a server that then died. */
  wasConfirmationCounted(recipient: string): Promise<boolean>;
  /** True for the first to ask about this submission; of twins, one handles it. */
  claimSubmission(submissionId: string): Promise<boolean>;
  unclaimSubmission(submissionId: string): Promise<void>;
}

/**
 * The table of rate-limiter-flexible, under a lock that ends with this one transaction: servers that
 * start at the same moment would else fail, which 'IF NOT EXISTS' does not prevent in PostgreSQL.
 * The number names the lock; any would do that no other has.
 */
const CREATE_TABLE = `
  SELECT pg_advisory_xact_lock(7203114906);
  CREATE TABLE IF NOT EXISTS limits (
    key VARCHAR(255) PRIMARY KEY,
    points INTEGER NOT NULL DEFAULT 0,
    expire BIGINT
  )`;

/**
 * @param pool shares the limits between servers; without it they are this process's own
 * @param keySecret hashes the keys
 */
export async function createLimits(
  settings: LimitSettings,
  keySecret: string,
  pool?: Pool,
): Promise<Limits> {
  if (pool) await pool.query(CREATE_TABLE);
  const limiter = (keyPrefix: string, points: number, duration: number): RateLimiterAbstract => {
    if (pool === undefined) return new RateLimiterMemory({ keyPrefix, points, duration });
    return new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'limits',
      tableCreated: true,
      keyPrefix,
      points,
      duration,
      // They share a table: one of them to clear it is enough.
      clearExpiredByTimeout: keyPrefix === 'call',
    });
  };
  const calls = limiter('call', settings.calls, 10 * MINUTE_S);
  const byAddress = limiter('address', settings.enquiriesPerAddress, HOUR_S);
  const bySlug = limiter('slug', settings.enquiries, HOUR_S);
  const recipientHour = limiter('hour', CONFIRMATIONS_PER_RECIPIENT.anHour, HOUR_S);
  const recipientDay = limiter('day', CONFIRMATIONS_PER_RECIPIENT.aDay, DAY_S);
  const confirmations = limiter('all', settings.confirmations, HOUR_S);
  const submissions = limiter('submission', 1, 10 * MINUTE_S);

  const hash = (text: string) =>
    createHmac('sha256', keySecret).update(text).digest('base64url').slice(0, 22);
  const addressKey = (address: string) => hash(networkOf(address));
  const mailboxKey = (recipient: string) => hash(mailboxOf(recipient));

  return {
    countCall: (address) => consume(calls, addressKey(address)),

    async countEnquiry(address, slug) {
      const wait = await consume(byAddress, addressKey(address));
      if (wait !== undefined) return wait;
      const slugWait = await consume(bySlug, slug);
      if (slugWait !== undefined) await byAddress.reward(addressKey(address));
      return slugWait;
    },

    async uncountEnquiry(address, slug) {
      await byAddress.reward(addressKey(address));
      await bySlug.reward(slug);
    },

    async countConfirmation(recipient) {
      const key = mailboxKey(recipient);
      for (const [kind, kindKey] of [
        [recipientHour, key],
        [recipientDay, key],
        [confirmations, 'all'],
      ] as const) {
        if ((await consume(kind, kindKey)) !== undefined) return false;
      }
      return true;
    },

    async uncountConfirmation(recipient) {
      await recipientHour.reward(mailboxKey(recipient));
      await recipientDay.reward(mailboxKey(recipient));
      await confirmations.reward('all');
    },

    async wasConfirmationCounted(recipient) {
      const key = mailboxKey(recipient);
      const hour = await recipientHour.get(key);
      const day = await recipientDay.get(key);
      const all = await confirmations.get('all');
      const within = (res: RateLimiterRes | null, points: number) =>
        res === null || res.consumedPoints <= points;
      return (
        within(hour, CONFIRMATIONS_PER_RECIPIENT.anHour) &&
        within(day, CONFIRMATIONS_PER_RECIPIENT.aDay) &&
        within(all, settings.confirmations)
      );
    },

    claimSubmission: async (submissionId) =>
      (await consume(submissions, hash(submissionId))) === undefined,

    async unclaimSubmission(submissionId) {
      await submissions.delete(hash(submissionId));
    },
  };
}

async function consume(limiter: RateLimiterAbstract, key: string): Promise<WaitS> {
  try {
    await limiter.consume(key);
    return undefined;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
  }
}
