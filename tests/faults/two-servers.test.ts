import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../server/store/store.ts';
import { CAPTCHA_SETTINGS, newPost, type Post, send } from '../support/requests/post-enquiry.ts';
import { openMailbox } from '../support/servers/mailbox.ts';
import { startPostgres } from '../support/servers/postgres.ts';
import { startSiteServer } from '../support/servers/site-server.ts';
import { until } from '../support/until.ts';

/** In each round both servers receive posts and one is killed; in some the database restarts. */
const ROUNDS = process.env.SOAK ? 60 : 3;
const DATABASE_RESTARTS = process.env.SOAK ? 10 : 1;
const POSTS_A_ROUND = 10;
const PRELOAD = `--import=${resolve(import.meta.dirname, 'clock-offset.ts')}`;

test('every acknowledged enquiry arrives when servers crash and the database restarts', async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.dispose());
  const DATABASE_URL = await postgres.createDatabase();
  // The mailbox is slow, so that mails are claimed when the server is killed.
  const mailbox = await openMailbox({}, 200);
  const env = { ...CAPTCHA_SETTINGS, DATABASE_URL, SMTP_URL: mailbox.url };
  const start = () => startSiteServer({ env });
  const servers = [await start(), await start()];
  const store = await openStore({ DATA_DIR: '', DATABASE_URL });
  const acknowledged: string[] = [];

  /** Sends a submission to a server, and again to the other one until it is accepted. */
  async function sendUntilAccepted(post: Post, nth: number): Promise<void> {
    let at = nth;
    await until('one of the servers accepts', async () => {
      at += 1;
      return (await send(String(servers[at % 2]?.url), post)) === 202;
    });
    acknowledged.push(post.idempotencyKey);
  }
  async function claimedSince(ms: number): Promise<number> {
    const records = await store.listEnquiries({ limit: POSTS_A_ROUND });
    const mails = records.filter((one) => one.receivedAtMs >= ms).flatMap((one) => one.mails);
    return mails.filter(({ state, attempts }) => state === 'queued' && attempts > 0).length;
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const posts = await Promise.all(Array.from({ length: POSTS_A_ROUND }, () => newPost()));
    const startedAtMs = Date.now();
    const sending = posts.map(sendUntilAccepted);
    // One server has two workers, so of three claimed mails each server has at least one.
    const areClaimed = async () => (await claimedSince(startedAtMs)) >= 3;
    await until('three mails are claimed', areClaimed, { everyMs: 5 });
    await servers[round % 2]?.kill();
    if (round % (ROUNDS / DATABASE_RESTARTS) === 0) {
      await postgres.stop();
      await postgres.start();
    }
    servers[round % 2] = await start();
    await Promise.all(sending);
  }

  const undelivered = async () => {
    const records = await store.listEnquiries({ limit: acknowledged.length });
    const company = records.flatMap(({ mails }) => mails.filter(({ kind }) => kind === 'company'));
    return company.filter(({ state }) => state !== 'delivered').length;
  };
  for (const server of servers) await server.stop();
  // Mails that the killed servers had claimed wait for the end of their leases.
  const leftClaimed = await undelivered();
  const later = { CLOCK_OFFSET_MS: String(20 * 60_000), NODE_OPTIONS: PRELOAD };
  const next = await startSiteServer({ env: { ...env, ...later } });
  const isDelivered = async () => (await undelivered()) === 0;
  await until('every mail is delivered', isDelivered, { withinMs: 600_000 });
  await next.stop();
  const messageIds = new Map<string, string[]>();
  for (const { email } of mailbox.mails) {
    const [idempotencyKey] =
      /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\.)/.exec(`${email.text}`) ?? [];
    if (!idempotencyKey) continue;
    messageIds.set(idempotencyKey, [
      ...(messageIds.get(idempotencyKey) ?? []),
      `${email.messageId}`,
    ]);
  }
  expect([...messageIds.keys()].sort()).toEqual(acknowledged.sort());
  for (const ids of messageIds.values()) expect(new Set(ids).size).toBe(1);
  // A mail is repeated only if a kill or a restart came while it was claimed: two workers a server.
  const repeated = [...messageIds.values()].filter((ids) => ids.length > 1).length;
  expect(repeated).toBeLessThanOrEqual(2 * ROUNDS + 4 * DATABASE_RESTARTS);
  console.log(
    `${ROUNDS} kills, ${leftClaimed} mails left claimed, ${repeated} of ${acknowledged.length} mails came twice`,
  );
  await store.close();
  await mailbox.close();
}, 1_200_000);
