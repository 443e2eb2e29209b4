import { type Kysely, type RawBuilder, sql } from 'kysely';
import { readMigrations } from '../store/read-migrations.ts';
import type { Tables } from '../store/schema.ts';
import { isKept } from '../store/statements.ts';
import {
  BACKED_UP,
  type BackedUpTable,
  type BackupLine,
  type BackupRow,
  type RowCounts,
} from './backup-file.ts';

const ROWS_AT_ONCE = 200;

export interface RowsToRead {
  db: Kysely<Tables>;
  dialect: 'sqlite' | 'postgres';
  nowMs: number;
  /** Of enquiries that have been delivered since before then nothing is read. */
  keptSinceMs: number;
}

/** In which order rows are read, by a column that no two share. */
const KEYS = { enquiry: 'id', mail: 'id', spent_captcha: 'nonce', limit_window: 'key' } as const;

/**
 * All that the database holds at one moment, while a server goes on writing: reading holds nobody up.
 *
 * @param counts gets how many rows were read
 */
export async function* readRows(parts: RowsToRead, counts: RowCounts): AsyncGenerator<BackupLine> {
  const { db, dialect, nowMs } = parts;
  const schema = readMigrations(dialect).length;
  yield { format: 1, schema, at: new Date(nowMs).toISOString() };
  // A transaction of Kysely's would take SQLite's write lock. Both have one connection.
  const begin = dialect === 'sqlite' ? '' : 'isolation level repeatable read, read only';
  await sql.raw(`begin ${begin || 'deferred'}`).execute(db);
  try {
    for (const table of BACKED_UP) {
      for (const isDigest of table === 'mail' ? [true, false] : [false]) {
        for await (const row of rowsOf(parts, table, isDigest)) {
          counts[table] += 1;
          yield { table, row };
        }
      }
    }
  } finally {
    await sql.raw('rollback').execute(db);
  }
  yield { end: counts };
}

/** @param isDigest of mails: digests, or what they bring */
async function* rowsOf(
  { db, keptSinceMs }: RowsToRead,
  table: BackedUpTable,
  isDigest: boolean,
): AsyncGenerator<BackupRow> {
  const isWanted = wanted(table, isDigest, keptSinceMs);
  const key = sql.ref(KEYS[table]);
  for (let last: unknown = ''; ; ) {
    const { rows } = await sql<BackupRow>`
      select * from ${sql.table(table)} where ${key} > ${last} and ${isWanted}
      order by ${key} limit ${ROWS_AT_ONCE}`.execute(db);
    yield* rows;
    if (rows.length < ROWS_AT_ONCE) return;
    last = rows.at(-1)?.[KEYS[table]];
  }
}

function wanted(table: BackedUpTable, isDigest: boolean, sinceMs: number): RawBuilder<boolean> {
  if (table === 'enquiry') return isKept(sinceMs);
  if (table !== 'mail') return sql`1 = 1`;
  const kept = sql`select enquiry.id from enquiry where ${isKept(sinceMs)}`;
  // A digest of which nothing is kept would be a mail without words.
  return isDigest
    ? sql`id in (select part.digest_id from mail as part where part.enquiry_id in (${kept}))`
    : sql`enquiry_id in (${kept})`;
}
