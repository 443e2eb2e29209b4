import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore, type StoreSettings } from '../../server/store/open-store.ts';
import { readMigrations } from '../../server/store/read-migrations.ts';
import { sqliteFileOf } from '../../server/store/sqlite-file.ts';
import { FIRST_RELEASE_ROWS, OLD_SUBMISSION } from '../first-release.ts';
import { count } from '../soak.ts';
import { deliverAsNext } from './deliver-as-next.ts';
import { untilLookedInto } from './dying-store.ts';
import { type EmptyDatabases, KINDS, type Kind, openEmptyDatabases } from './empty-databases.ts';
import { faultTimeoutMs } from './fault-report.ts';
import { openSmtpDouble } from './smtp-double.ts';
import { startOutboxProcess } from './start-outbox-process.ts';

/** SIGKILL while a database of the first release is brought up to date, with mails waiting in it. */

const KILLS = count(1);
const WAITING = 3;
/** Delivered long since; they make the migration last. */
const HISTORY = count(600);
/** The kill comes at any moment of what an undisturbed start takes, and a little longer. */
const MARGIN = 1.3;
/** When every mail that waited for a retry is due. */
const LATER_MS = 7 * 3_600_000;

let databases: EmptyDatabases;
const results: string[] = [];

beforeAll(async () => {
  databases = await openEmptyDatabases();
}, 60_000);

afterAll(() => databases?.dispose());

it.each(KINDS)(
  '%s: the next start finishes it, and no waiting mail is lost',
  {
    timeout: faultTimeoutMs(KILLS, 20_000),
  },
  async (kind) => {
    const undisturbed = await createFirstRelease(kind);
    const opening = openStore(undisturbed);
    await untilLookedInto(undisturbed);
    const beganMs = performance.now();
    await (await opening).close();
    const dieOpeningWithinMs = (performance.now() - beganMs) * MARGIN;

    let migrated = 0;
    let repeats = 0;
    for (let kills = 0; kills < KILLS; kills += 1) {
      const double = await openSmtpDouble();
      const database = await createFirstRelease(kind);
      const settings = { ...database, smtpUrl: double.url, parallel: 1 };
      await (await startOutboxProcess({ ...settings, dieOpeningWithinMs })).untilKilled();
      if ((await versionOf(kind, database)) > 1) migrated += 1;

      const store = await openStore(database);
      expect(await store.findSubmission(OLD_SUBMISSION)).toMatchObject({ enquiryId: 'enquiry-1' });
      await deliverAsNext(store, double.url, LATER_MS);
      expect(await store.countMails()).toMatchObject({
        queued: 0,
        sending: 0,
        // One was delivered before.
        delivered: HISTORY + 1 + WAITING,
        failed: 1,
      });
      await store.close();
      repeats += double.messages.length - WAITING;
      expect([WAITING, WAITING + 1]).toContain(double.messages.length);
      await double.close();
    }
    results.push(
      `${kind}: ${KILLS - migrated} killed before its end and ${migrated} after, 0 of ${WAITING * KILLS} waiting mails lost, ${repeats} came twice`,
    );
  },
);

async function createFirstRelease(kind: Kind): Promise<StoreSettings> {
  const settings = await databases.create(kind);
  const [first] = readMigrations(kind === 'SQLite' ? 'sqlite' : 'postgres');
  const version =
    kind === 'SQLite'
      ? 'PRAGMA user_version = 1'
      : 'CREATE TABLE schema_version AS SELECT 1 AS version';
  const sql = [first?.sql, version, FIRST_RELEASE_ROWS, historySql()].join(';');
  if (kind === 'SQLite') {
    const database = new DatabaseSync(sqliteFileOf(settings.dataDir));
    database.exec(`PRAGMA journal_mode = WAL; BEGIN; ${sql}; COMMIT`);
    database.close();
  } else {
    await withClient(settings, (client) => client.query(sql));
  }
  return settings;
}

function historySql(): string {
  const nowMs = Date.now();
  const ids = Array.from({ length: HISTORY }, (_, index) => `old-${index}`);
  const enquiries = ids.map((id) => `('${id}', 'maanzaad', ${nowMs}, NULL, '', '{}')`);
  const mails = ids.map(
    (id) =>
      `('${id}', '${id}', 'delivered', ${nowMs}, ${nowMs}, ${nowMs}, 1, 0, NULL, ` +
      `(SELECT content FROM mail WHERE id = 'delivered'))`,
  );
  return `
    INSERT INTO enquiry (id, slug, received_at_ms, submission_id, body_hash, fields)
      VALUES ${enquiries.join()};
    INSERT INTO mail (id, enquiry_id, state, queued_at_ms, since_ms, due_at_ms, fencing_token,
      failed_tries, last_reason, content) VALUES ${mails.join()}`;
}

async function versionOf(kind: Kind, settings: StoreSettings): Promise<number> {
  if (kind === 'SQLite') {
    const database = new DatabaseSync(sqliteFileOf(settings.dataDir));
    const row = database.prepare('PRAGMA user_version').get();
    database.close();
    return Number(row?.user_version);
  }
  // Waits for the dead one's transaction, which the database may yet have to notice.
  const sql = 'LOCK TABLE schema_version; SELECT max(version) AS version FROM schema_version';
  const results = await withClient(settings, (client) => client.query<{ version: number }>(sql));
  return Number([results].flat().at(-1)?.rows[0]?.version);
}

async function withClient<Result>(
  { databaseUrl }: StoreSettings,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
