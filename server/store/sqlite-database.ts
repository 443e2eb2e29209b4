import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { newerDatabaseError, readMigrations } from './read-migrations.ts';
import {
  type AcceptResult,
  CLOCK_SKEW_MS,
  type ClaimedMail,
  KEEP_DELIVERED_MS,
  type NewEnquiry,
  type OutboxCounts,
} from './store.ts';

/** How long a statement waits for another process's write lock. */
const BUSY_TIMEOUT_MS = 250;
/** Bytes the write probe takes: more than the largest enquiry with its two mails. */
const PROBE_BYTES = 128 * 1024;

/**
 * Primary result codes after which the open file cannot be trusted: READONLY, IOERR, CORRUPT,
 * CANTOPEN, NOTADB. The next call opens it anew, so that a remounted or restored disk is enough
 * to recover.
 */
const REOPEN_AFTER = new Set([8, 10, 11, 14, 26]);

const COUNT_STATES = { queued: 0, sending: 0, delivered: 0, failed: 0 };

/**
 * The store's statements on one SQLite file. Every call blocks until it is done, so it lives in a
 * thread of its own (`sqlite-thread.ts`).
 */
export class SqliteDatabase {
  readonly #file: string;
  readonly #maxPages: number | undefined;
  #database: DatabaseSync | undefined;
  #inode = 0;
  #statements = new Map<string, StatementSync>();

  /** @param maxPages upper bound of the file in pages of 4 KiB, for tests of a full disk */
  constructor(dataDir: string, maxPages?: number) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    this.#file = join(dataDir, 'enquiries.sqlite');
    this.#maxPages = maxPages;
    this.#open();
  }

  checkWritable(): void {
    this.#guarded(() => {
      this.#run(
        'INSERT OR REPLACE INTO write_probe (id, room) VALUES (1, zeroblob(?))',
        PROBE_BYTES,
      );
    });
  }

  acceptEnquiry(entry: NewEnquiry): AcceptResult {
    return this.#transaction((): AcceptResult => {
      const earlier = entry.submissionId && this.#selectSubmission(entry.submissionId);
      if (earlier) {
        if (earlier.bodyHash !== entry.bodyHash) return { kind: 'other-body' };
        return { kind: 'repeated', enquiryId: earlier.enquiryId };
      }
      if (entry.captchaNonce !== undefined) {
        const spent = this.#run(
          'INSERT INTO spent_captcha (nonce, expires_at_ms) VALUES (?, ?) ON CONFLICT DO NOTHING',
          entry.captchaNonce,
          entry.captchaExpiresAtMs ?? entry.receivedAtMs,
        );
        if (spent === 0) return { kind: 'captcha-spent' };
      }
      const enquiryId = randomUUID();
      this.#run(
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
        this.#run(
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
    return this.#guarded(() => this.#selectSubmission(submissionId));
  }

  claimNextMail(nowMs: number, leaseMs: number): ClaimedMail | undefined {
    return this.#guarded(() => {
      const row = this.#prepare(
        `UPDATE mail
         SET state = 'sending', since_ms = ?1, due_at_ms = ?1 + ?2, fencing_token = fencing_token + 1
         WHERE id = (
           SELECT id FROM mail
           WHERE state IN ('queued', 'sending') AND (due_at_ms <= ?1 OR since_ms > ?1 + ?3)
           ORDER BY due_at_ms LIMIT 1
         )
         RETURNING id AS mailId, fencing_token AS fencingToken, failed_tries AS failedTries,
           queued_at_ms AS queuedAtMs, content`,
      ).get(nowMs, leaseMs, CLOCK_SKEW_MS) as
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
    return this.#guarded(() =>
      this.#run(
        `UPDATE mail SET state = 'queued', queued_at_ms = ?1, since_ms = ?1, due_at_ms = ?1,
           failed_tries = 0
         WHERE state = 'failed'`,
        nowMs,
      ),
    );
  }

  nextDueAtMs(): number | undefined {
    return this.#guarded(() => {
      const row = this.#prepare(
        `SELECT min(due_at_ms) AS dueAtMs FROM mail WHERE state IN ('queued', 'sending')`,
      ).get() as { dueAtMs: number | null };
      return row.dueAtMs ?? undefined;
    });
  }

  countMails(): OutboxCounts {
    return this.#guarded(() => {
      const rows = this.#prepare(
        'SELECT state, count(*) AS count FROM mail GROUP BY state',
      ).all() as { state: keyof OutboxCounts; count: number }[];
      return { ...COUNT_STATES, ...Object.fromEntries(rows.map((row) => [row.state, row.count])) };
    });
  }

  forgetExpired(nowMs: number): void {
    this.#transaction(() => {
      this.#run('DELETE FROM spent_captcha WHERE expires_at_ms < ?', nowMs);
      this.#run(
        `DELETE FROM enquiry
         WHERE received_at_ms < ?1 AND NOT EXISTS (
           SELECT 1 FROM mail
           WHERE enquiry_id = enquiry.id AND (state <> 'delivered' OR since_ms >= ?1)
         )`,
        nowMs - KEEP_DELIVERED_MS,
      );
    });
    // What was erased from the database still stands in the log until that is folded in.
    this.#guarded(() => this.#prepare('PRAGMA wal_checkpoint(TRUNCATE)').get());
  }

  close(): void {
    this.#statements.clear();
    this.#database?.close();
    this.#database = undefined;
  }

  #move(
    claim: ClaimedMail,
    state: string,
    nowMs: number,
    dueAtMs: number,
    tries: 0 | 1,
    reason: string | null,
  ): boolean {
    return this.#guarded(() => {
      const changed = this.#run(
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
    const row = this.#prepare(
      'SELECT id AS enquiryId, body_hash AS bodyHash FROM enquiry WHERE submission_id = ?',
    ).get(submissionId) as { enquiryId: string; bodyHash: string } | undefined;
    return row && { ...row };
  }

  #transaction<Result>(work: () => Result): Result {
    return this.#guarded((database) => {
      database.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        // A full disk has SQLite roll back by itself; a second rollback would hide its error.
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    });
  }

  #guarded<Result>(work: (database: DatabaseSync) => Result): Result {
    // Deleted or replaced under us, the old file would go on taking writes that nobody can find.
    if (this.#database && inodeOf(this.#file) !== this.#inode) this.close();
    const database = this.#database ?? this.#open();
    try {
      return work(database);
    } catch (error) {
      if (REOPEN_AFTER.has(primaryCode(error))) this.close();
      throw error;
    }
  }

  #open(): DatabaseSync {
    const database = new DatabaseSync(this.#file, { timeout: BUSY_TIMEOUT_MS });
    try {
      chmodSync(this.#file, 0o600);
      database.exec('PRAGMA journal_mode = WAL');
      // FULL: the commit is on disk when COMMIT returns, also after a power cut.
      database.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
      if (this.#maxPages !== undefined) database.exec(`PRAGMA max_page_count = ${this.#maxPages}`);
      migrate(database, this.#file);
    } catch (error) {
      database.close();
      throw error;
    }
    this.#inode = inodeOf(this.#file);
    this.#database = database;
    return database;
  }

  #run(sql: string, ...values: (string | number | null)[]): number {
    return Number(this.#prepare(sql).run(...values).changes);
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    if (!this.#database) throw new Error('The database is closed.');
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** Runs the missing migrations in one transaction under the write lock. */
function migrate(database: DatabaseSync, file: string): void {
  const migrations = readMigrations('sqlite');
  if (schemaVersion(database) === migrations.length) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    // Read again: another process may have migrated while this one waited for the lock.
    const found = schemaVersion(database);
    if (found > migrations.length) throw newerDatabaseError(file, found, migrations.length);
    for (const { sql } of migrations.slice(found)) database.exec(sql);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function schemaVersion(database: DatabaseSync): number {
  return (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

function primaryCode(error: unknown): number {
  const code = (error as { errcode?: unknown }).errcode;
  return typeof code === 'number' ? code & 0xff : 0;
}

function inodeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.ino ?? 0;
}
