import { randomUUID } from 'node:crypto';
import { SqliteFile, sqliteFileOf } from './sqlite-file.ts';
import {
  type AcceptResult,
  CLOCK_SKEW_MS,
  type ClaimedMail,
  KEEP_DELIVERED_MS,
  KEEP_SPENT_MS,
  type NewEnquiry,
  type OutboxCounts,
  UNREACHABLE,
} from './store.ts';

/** Bytes the write probe takes: more than the largest enquiry with its two mails. */
const PROBE_BYTES = 128 * 1024;

const FAILED_TO_COMPANY = `state = 'failed' AND content ->> '$.kind' = 'company'`;

const COUNT_STATES = { queued: 0, sending: 0, delivered: 0, failed: 0 };

/**
 * The store's statements on one SQLite file. Every call blocks until it is done, so it lives in a
 * thread of its own (`sqlite-thread.ts`).
 */
export class SqliteDatabase {
  readonly #file: SqliteFile;

  /** @param maxPages upper bound of the file in pages of 4 KiB, for tests of a full disk */
  constructor(dataDir: string, maxPages?: number) {
    this.#file = new SqliteFile(sqliteFileOf(dataDir), maxPages);
  }

  checkWritable(): void {
    this.#file.guarded(() => {
      this.#file.run(
        'INSERT OR REPLACE INTO write_probe (id, room) VALUES (1, zeroblob(?))',
        PROBE_BYTES,
      );
    });
  }

  acceptEnquiry(entry: NewEnquiry): AcceptResult {
    return this.#file.transaction((): AcceptResult => {
      const earlier = entry.submissionId && this.#selectSubmission(entry.submissionId);
      if (earlier) {
        if (earlier.bodyHash !== entry.bodyHash) return { kind: 'other-body' };
        return { kind: 'repeated', enquiryId: earlier.enquiryId };
      }
      if (entry.captchaNonce !== undefined) {
        const spent = this.#file.run(
          'INSERT INTO spent_captcha (nonce, expires_at_ms) VALUES (?, ?) ON CONFLICT DO NOTHING',
          entry.captchaNonce,
          entry.captchaExpiresAtMs ?? entry.receivedAtMs,
        );
        if (spent === 0) return { kind: 'captcha-spent' };
      }
      const enquiryId = randomUUID();
      this.#file.run(
        `INSERT INTO enquiry (id, slug, received_at_ms, submission_id, body_hash, fields)
         VALUES (?, ?, ?, ?, ?, ?)`,
        enquiryId,
        entry.slug,
        entry.receivedAtMs,
        entry.submissionId ?? null,
        entry.bodyHash,
        JSON.stringify(entry.enquiry),
      );
      for (const mail of entry.mails) {
        this.#file.run(
          `INSERT INTO mail (id, enquiry_id, state, queued_at_ms, since_ms, due_at_ms, content)
           VALUES (?1, ?2, 'queued', ?3, ?3, ?3, ?4)`,
          randomUUID(),
          enquiryId,
          entry.receivedAtMs,
          JSON.stringify(mail),
        );
      }
      return { kind: 'stored', enquiryId };
    });
  }

  findSubmission(submissionId: string) {
    return this.#file.guarded(() => this.#selectSubmission(submissionId));
  }

  claimNextMail(nowMs: number, leaseMs: number): ClaimedMail | undefined {
    return this.#file.guarded(() => {
      const row = this.#file
        .prepare(
          `UPDATE mail
         SET state = 'sending', since_ms = ?1, due_at_ms = ?1 + ?2, fencing_token = fencing_token + 1
         WHERE id = (
           SELECT id FROM mail
           WHERE state IN ('queued', 'sending') AND (due_at_ms <= ?1 OR since_ms > ?1 + ?3)
           ORDER BY due_at_ms LIMIT 1
         )
         RETURNING id AS mailId, fencing_token AS fencingToken, failed_tries AS failedTries,
           queued_at_ms AS queuedAtMs, content`,
        )
        .get(nowMs, leaseMs, CLOCK_SKEW_MS) as
        | (Omit<ClaimedMail, 'mail'> & { content: string })
        | undefined;
      if (row === undefined) return undefined;
      const { content, ...claim } = row;
      return { ...claim, mail: JSON.parse(content) };
    });
  }

  markDelivered(claim: ClaimedMail, nowMs: number): boolean {
    return this.#move(claim, 'delivered', nowMs, nowMs, 0, null);
  }

  markFailed(claim: ClaimedMail, nowMs: number, reason: string): boolean {
    return this.#move(claim, 'failed', nowMs, nowMs, 1, reason);
  }

  retryAt(claim: ClaimedMail, nowMs: number, dueAtMs: number, reason: string): boolean {
    return this.#move(claim, 'queued', nowMs, dueAtMs, 1, reason);
  }

  release(claim: ClaimedMail, nowMs: number, dueAtMs: number): boolean {
    return this.#move(claim, 'queued', nowMs, dueAtMs, 0, null);
  }

  requeueFailed(nowMs: number): number {
    return this.#file.guarded(() =>
      this.#file.run(
        `UPDATE mail SET state = 'queued', queued_at_ms = ?1, since_ms = ?1, due_at_ms = ?1,
           failed_tries = 0
         WHERE state = 'failed'`,
        nowMs,
      ),
    );
  }

  retryUnreachable(nowMs: number): number {
    return this.#file.guarded(() =>
      this.#file.run(
        `UPDATE mail SET since_ms = ?1, due_at_ms = ?1
         WHERE state = 'queued' AND due_at_ms > ?1 AND last_reason LIKE ?2`,
        nowMs,
        `${UNREACHABLE}%`,
      ),
    );
  }

  nextDueAtMs(): number | undefined {
    return this.#file.guarded(() => {
      const row = this.#file
        .prepare(`SELECT min(due_at_ms) AS dueAtMs FROM mail WHERE state IN ('queued', 'sending')`)
        .get() as { dueAtMs: number | null };
      return row.dueAtMs ?? undefined;
    });
  }

  countMails(): OutboxCounts {
    return this.#file.guarded(() => {
      const rows = this.#file
        .prepare('SELECT state, count(*) AS count FROM mail GROUP BY state')
        .all() as { state: keyof OutboxCounts; count: number }[];
      return { ...COUNT_STATES, ...Object.fromEntries(rows.map((row) => [row.state, row.count])) };
    });
  }

  countFailedCompanyMails(): number {
    return this.#file.guarded(() => {
      const row = this.#file
        .prepare(`SELECT count(*) AS count FROM mail WHERE ${FAILED_TO_COMPANY}`)
        .get() as { count: number };
      return row.count;
    });
  }

  forgetExpired(nowMs: number): void {
    this.#file.transaction(() => {
      this.#file.run('DELETE FROM spent_captcha WHERE expires_at_ms < ?', nowMs - KEEP_SPENT_MS);
      this.#file.run(
        `DELETE FROM enquiry
         WHERE received_at_ms < ?1 AND NOT EXISTS (
           SELECT 1 FROM mail
           WHERE enquiry_id = enquiry.id AND (
             since_ms >= ?1 OR state IN ('queued', 'sending')
             OR (${FAILED_TO_COMPANY})
           )
         )`,
        nowMs - KEEP_DELIVERED_MS,
      );
    });
    // What was erased from the database still stands in the log until that is folded in.
    this.#file.guarded(() => this.#file.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get());
  }

  close(): void {
    this.#file.close();
  }

  #move(
    claim: ClaimedMail,
    state: string,
    nowMs: number,
    dueAtMs: number,
    tries: 0 | 1,
    reason: string | null,
  ): boolean {
    return this.#file.guarded(() => {
      const changed = this.#file.run(
        `UPDATE mail
         SET state = ?, since_ms = ?, due_at_ms = ?, failed_tries = failed_tries + ?,
           last_reason = coalesce(?, last_reason)
         WHERE id = ? AND fencing_token = ? AND state = 'sending'`,
        state,
        nowMs,
        dueAtMs,
        tries,
        reason,
        claim.mailId,
        claim.fencingToken,
      );
      return changed === 1;
    });
  }

  #selectSubmission(submissionId: string) {
    const row = this.#file
      .prepare('SELECT id AS enquiryId, body_hash AS bodyHash FROM enquiry WHERE submission_id = ?')
      .get(submissionId) as { enquiryId: string; bodyHash: string } | undefined;
    return row && { ...row };
  }
}
