import { Pool, type QueryResultRow, types } from 'pg';
import { onceASecond } from './once-a-second.ts';
import { acceptEnquiry } from './postgres-accept.ts';
import { migratePostgres } from './postgres-migrations.ts';
import { inTransaction } from './postgres-transaction.ts';
import { cannotOpenError } from './read-migrations.ts';
import {
  CLOCK_SKEW_MS,
  type ClaimedMail,
  KEEP_DELIVERED_MS,
  KEEP_SPENT_MS,
  type OutboxCounts,
  type Store,
  UNREACHABLE,
} from './store.ts';

/**
 * Limits in milliseconds. The database's come first: it then knows that a statement was given up,
 * and rolls back; ours are for a database that says nothing any more.
 */
const TIMEOUTS = {
  connectionTimeoutMillis: 3_000,
  statement_timeout: 3_000,
  lock_timeout: 2_000,
  /** A process that stands still in the middle of a transaction must not block the others. */
  idle_in_transaction_session_timeout: 5_000,
  query_timeout: 4_000,
};

/** Connections a process opens at most: the outbox needs three, the rest answers visitors. */
const MAX_CONNECTIONS = 10;
/** A probe of this size does not fit into space that the last row left over. */
const PROBE_BYTES = 8 * 1024;

/** BIGINT as a number: milliseconds and counts stay far below 2^53. */
const PARSERS = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === types.builtins.INT8
      ? Number
      : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};

const FAILED_TO_COMPANY = `state = 'failed' AND content::json ->> 'kind' = 'company'`;

/**
 * Opens the PostgreSQL store and brings its schema up to date. Several processes may open it.
 *
 * A broken connection is dropped from the pool and the next call opens a new one: calls reject
 * while the database is away, and succeed again without a restart.
 *
 * @throws Error with a clear line when it cannot be reached or is newer than this release
 */
export async function openPostgresStore(databaseUrl: string): Promise<Store> {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'enquiries',
    max: MAX_CONNECTIONS,
    keepAlive: true,
    types: PARSERS,
    ...TIMEOUTS,
  });
  // An idle connection that breaks reports here; without a listener it would end the process.
  pool.on('error', () => {});
  const description = placeOf(databaseUrl);
  try {
    await migratePostgres(databaseUrl, description);
  } catch (error) {
    await pool.end();
    throw cannotOpenError('DATABASE_URL', description, error);
  }

  /** @returns the rows, and how many were written */
  async function query<Row extends QueryResultRow>(sql: string, values: unknown[] = []) {
    const { rows, rowCount } = await pool.query<Row>(sql, values);
    return { rows, count: rowCount ?? 0 };
  }

  async function move(
    claim: ClaimedMail,
    state: string,
    nowMs: number,
    dueAtMs: number,
    tries: 0 | 1,
    reason: string | null,
  ): Promise<boolean> {
    const { count } = await query(
      `UPDATE mail
       SET state = $1, since_ms = $2, due_at_ms = $3, failed_tries = failed_tries + $4,
         last_reason = coalesce($5, last_reason)
       WHERE id = $6 AND fencing_token = $7 AND state = 'sending'`,
      [state, nowMs, dueAtMs, tries, reason, claim.mailId, claim.fencingToken],
    );
    return count === 1;
  }

  return {
    description,
    pool,
    checkWritable: onceASecond(async () => {
      await query(
        `INSERT INTO write_probe (id, room) VALUES (1, $1)
         ON CONFLICT (id) DO UPDATE SET room = excluded.room`,
        [Buffer.alloc(PROBE_BYTES)],
      );
    }),
    acceptEnquiry: (entry) => acceptEnquiry(pool, entry),
    async findSubmission(submissionId) {
      const { rows } = await query<{ enquiryId: string; bodyHash: string }>(
        'SELECT id AS "enquiryId", body_hash AS "bodyHash" FROM enquiry WHERE submission_id = $1',
        [submissionId],
      );
      return rows[0];
    },
    async claimNextMail(nowMs, leaseMs) {
      const { rows } = await query<Omit<ClaimedMail, 'mail'> & { content: string }>(
        `UPDATE mail
         SET state = 'sending', since_ms = $1, due_at_ms = $1::bigint + $2,
           fencing_token = fencing_token + 1
         WHERE id = (
           SELECT id FROM mail
           WHERE state IN ('queued', 'sending')
             AND (due_at_ms <= $1 OR since_ms > $1::bigint + $3)
           ORDER BY due_at_ms LIMIT 1
           FOR UPDATE SKIP LOCKED
         )
         RETURNING id AS "mailId", fencing_token AS "fencingToken",
           failed_tries AS "failedTries", queued_at_ms AS "queuedAtMs", content`,
        [nowMs, leaseMs, CLOCK_SKEW_MS],
      );
      if (rows[0] === undefined) return undefined;
      const { content, ...claim } = rows[0];
      return { ...claim, mail: JSON.parse(content) };
    },
    markDelivered: (claim, nowMs) => move(claim, 'delivered', nowMs, nowMs, 0, null),
    markFailed: (claim, nowMs, reason) => move(claim, 'failed', nowMs, nowMs, 1, reason),
    retryAt: (claim, nowMs, dueAtMs, reason) => move(claim, 'queued', nowMs, dueAtMs, 1, reason),
    release: (claim, nowMs, dueAtMs) => move(claim, 'queued', nowMs, dueAtMs, 0, null),
    async requeueFailed(nowMs) {
      const { count } = await query(
        `UPDATE mail SET state = 'queued', queued_at_ms = $1, since_ms = $1, due_at_ms = $1,
           failed_tries = 0
         WHERE state = 'failed'`,
        [nowMs],
      );
      return count;
    },
    async retryUnreachable(nowMs) {
      const { count } = await query(
        `UPDATE mail SET since_ms = $1, due_at_ms = $1
         WHERE state = 'queued' AND due_at_ms > $1 AND last_reason LIKE $2`,
        [nowMs, `${UNREACHABLE}%`],
      );
      return count;
    },
    async nextDueAtMs() {
      const { rows } = await query<{ dueAtMs: number | null }>(
        `SELECT min(due_at_ms) AS "dueAtMs" FROM mail WHERE state IN ('queued', 'sending')`,
      );
      return rows[0]?.dueAtMs ?? undefined;
    },
    async countMails() {
      const { rows } = await query<{ state: keyof OutboxCounts; count: number }>(
        'SELECT state, count(*) AS count FROM mail GROUP BY state',
      );
      const counts = Object.fromEntries(rows.map(({ state, count }) => [state, count]));
      return { queued: 0, sending: 0, delivered: 0, failed: 0, ...counts };
    },
    async countFailedCompanyMails() {
      const { rows } = await pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM mail WHERE ${FAILED_TO_COMPANY}`,
      );
      return rows[0]?.count ?? 0;
    },
    forgetExpired: (nowMs) =>
      inTransaction(pool, async (client) => {
        await client.query('DELETE FROM spent_captcha WHERE expires_at_ms < $1', [
          nowMs - KEEP_SPENT_MS,
        ]);
        await client.query(
          `DELETE FROM enquiry
           WHERE received_at_ms < $1 AND NOT EXISTS (
             SELECT 1 FROM mail
             WHERE enquiry_id = enquiry.id AND (
               since_ms >= $1 OR state IN ('queued', 'sending')
               OR (${FAILED_TO_COMPANY})
             )
           )`,
          [nowMs - KEEP_DELIVERED_MS],
        );
      }),
    close: () => pool.end(),
  };
}

/** Where the database is, without the password. */
function placeOf(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `PostgreSQL at ${hostname}${port && `:${port}`}${pathname}`;
}
