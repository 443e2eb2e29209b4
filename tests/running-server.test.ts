import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { sqliteFileOf } from '../server/store/sqlite.ts';
import { publishTestRelease, TEST_RELEASE } from './support/content/test-release.ts';
import { openMailbox } from './support/servers/mailbox.ts';
import { listen } from './support/servers/ports.ts';
import { startSiteServer } from './support/servers/site-server.ts';
import { solve } from './support/servers/test-site.ts';
import { attemptNext, exampleEnquiry } from './support/store/examples.ts';
import { openTestStore, temporaryFolder } from './support/temporary-folder.ts';
import { until } from './support/until.ts';

/*
 * Tests that `server/main.ts` starts every part of the server, with the settings of the release and
 * the usual limits.
 */

const DAY_MS = 86_400_000;

test('the server keeps calling its monitor, and erases after the number of days that the release sets', async () => {
  const folder = await temporaryFolder();
  const siteDir = join(folder, 'dist');
  await publishTestRelease(siteDir, {
    ...TEST_RELEASE,
    keeping: { ...TEST_RELEASE.keeping, days: 7 },
  });
  const { store, dataDir } = await openTestStore();
  /**
   * Accepts an enquiry of 60 days ago.
   *
   * @returns its address
   */
  async function accept(deliveredDaysAgo?: number): Promise<string> {
    const email = `${randomUUID()}@voorbeeld.example`;
    const receivedAtMs = Date.now() - 60 * DAY_MS;
    const { fields } = exampleEnquiry();
    await store.storeEnquiry(
      exampleEnquiry({ receivedAtMs, fields: { ...fields, email }, mailbox: email }),
    );
    const deliveredMs = Date.now() - (deliveredDaysAgo ?? 0) * DAY_MS;
    if (deliveredDaysAgo !== undefined) {
      for (const _ of ['company', 'confirmation']) {
        await attemptNext(store, { kind: 'delivered' }, deliveredMs);
      }
    }
    return email;
  }
  const expired = await accept(8);
  const recent = await accept(6);
  // The mails of this enquiry have waited: the server delivers them, and only then the days begin.
  const late = await accept();

  const calls: string[] = [];
  const monitor = createServer(async (request, response) => {
    calls.push(`${request.method} ${request.url} ${await text(request)}`);
    response.end();
  });
  const HEARTBEAT_URL = `http://127.0.0.1:${await listen(monitor)}/ping`;
  const NODE_OPTIONS = `--import=${resolve('tests/faults/fast-clock.ts')}`;
  const mailbox = await openMailbox();
  const env = { HEARTBEAT_URL, NODE_OPTIONS, SMTP_URL: mailbox.url };
  const server = await startSiteServer({ siteDir, dataDir, env });
  onTestFinished(async () => {
    await server.stop();
    await mailbox.close();
    monitor.closeAllConnections();
    monitor.close();
  });

  await until('the monitor is called', () => calls.length > 2);
  const kept = async () => (await store.listEnquiries()).map(({ fields }) => fields.email);
  await until('the expired enquiry is erased', async () => !(await kept()).includes(expired));
  // This enquiry is as old as the erased one, but was delivered later.
  expect((await kept()).toSorted()).toEqual([recent, late].toSorted());
  const isOver = async () => {
    const mails = (await store.listEnquiries()).flatMap((enquiry) => enquiry.mails);
    return mails.every(({ state }) => state !== 'queued');
  };
  await until('every mail has left', isOver);
  expect(mailbox.mails.map(({ email }) => email.text).join()).toContain(late);
  // In a later hour it erases again, and what was delivered only now stays.
  const database = new DatabaseSync(sqliteFileOf(dataDir), { timeout: 10_000 });
  database
    .prepare(
      `UPDATE mail SET ended_at_ms = ended_at_ms - ? WHERE enquiry_id IN
         (SELECT id FROM enquiry WHERE fields LIKE ?)`,
    )
    .run(2 * DAY_MS, `%${recent}%`);
  database.close();
  await until('the next one is erased too', async () => !(await kept()).includes(recent));
  expect(await kept()).toEqual([late]);
  const before = calls.length;
  await until('the monitor is called again', () => calls.length > before + 2);
});

test('a captcha costs each visitor some work', async () => {
  const { url, stop } = await startSiteServer({});
  onTestFinished(stop);
  const counters: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    const challenge = await (await fetch(`${url}/api/captcha/challenge`)).json();
    const { solution } = JSON.parse(Buffer.from(await solve(challenge), 'base64').toString());
    expect(challenge.parameters.cost).toBeGreaterThanOrEqual(2000);
    counters.push(solution.counter);
  }
  // There are 700 counters: the chance that twelve are all below 200 is one in three million runs.
  expect(Math.max(...counters)).toBeGreaterThan(200);
});
