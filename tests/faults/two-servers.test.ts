import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openStore } from '../../server/store/store.ts';
import { openMailbox } from '../mailbox.ts';
import { startPostgres, type TestPostgres } from '../postgres.ts';
import { count } from '../soak.ts';
import { startSiteServer } from '../support/site-server.ts';
import { FAULT_SETTINGS, newPost, send } from './post-enquiry.ts';

// A busy machine needs longer; no test here is about time.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.dispose());

const POSTS = count(60);
const PRELOAD = `--import=${resolve(import.meta.dirname, 'die-at-step.ts')}`;

test('of two servers on one database either may be killed: every acknowledged enquiry arrives', async () => {
  const DATABASE_URL = await postgres.createDatabase();
  // Slow enough that mails are in hand when the server is killed.
  const mailbox = await openMailbox(0, {}, 30);
  const env = { ...FAULT_SETTINGS, DATABASE_URL, SMTP_URL: mailbox.url };
  const [one, other] = await Promise.all([startSiteServer({ env }), startSiteServer({ env })]);
  const acknowledged: string[] = [];
  for (let nth = 0; nth < POSTS; nth += 1) {
    const post = await newPost();
    if (nth === Math.floor(POSTS / 2)) await one.kill();
    // A visitor whose server died is sent to the other, with the same submission.
    const answer =
      (nth % 2 === 0 ? await send(one.url, post) : undefined) ?? (await send(other.url, post));
    expect(answer?.status).toBe(202);
    acknowledged.push(post.submissionId);
  }
  const store = await openStore({ DATA_DIR: '', DATABASE_URL });
  const undelivered = async () => {
    const records = await store.listEnquiries({ limit: POSTS });
    const company = records.flatMap(({ mails }) => mails.filter(({ kind }) => kind === 'company'));
    return company.filter(({ state }) => state !== 'delivered').length;
  };
  // At most the dead server's two mails in hand wait for the end of their lease.
  while ((await undelivered()) > 2) await sleep(100);
  await other.stop();
  const later = { CLOCK_OFFSET_MS: String(20 * 60_000), NODE_OPTIONS: PRELOAD };
  const next = await startSiteServer({ env: { ...env, ...later } });
  while ((await undelivered()) > 0) await sleep(100);
  await next.stop();
  const ids = new Map<string, Set<string>>();
  for (const { email } of mailbox.mails) {
    const [submissionId] =
      /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\.)/.exec(email.text ?? '') ?? [];
    if (!submissionId) continue;
    ids.set(submissionId, (ids.get(submissionId) ?? new Set()).add(`${email.messageId}`));
  }
  expect([...ids.keys()].sort()).toEqual(acknowledged.sort());
  for (const [, messageIds] of ids) expect(messageIds.size).toBe(1);
  await store.close();
  await mailbox.close();
});
