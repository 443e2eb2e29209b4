import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LEASE_MS } from '../../server/outbox/delivery-state.ts';
import { openStore } from '../../server/store/open-store.ts';
import { type SiteServer, startSiteServer } from '../support/site-server.ts';
import { FAULT_SETTINGS, newPost, send } from './post-enquiry.ts';
import { openSmtpDouble, type SmtpDouble } from './smtp-double.ts';

/** SIGTERM to the real server while a mail is on its way. */

// A busy machine needs longer; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let dataDir: string;
let double: SmtpDouble;
let server: SiteServer;
let answer: () => Promise<'silence' | undefined>;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stop-'));
  double = await openSmtpDouble(async (step) => (step === 'dot' ? answer() : undefined));
  server = await startSiteServer({ dataDir, env: { ...FAULT_SETTINGS, SMTP_URL: double.url } });
});

afterEach(async () => {
  await server?.stop();
  await double?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Posts an enquiry and stops the server once both its mails wait for the mail server's word. */
async function stopWhileSending(): Promise<void> {
  expect((await send(server.url, await newPost()))?.status).toBe(202);
  while (double.messages.length < 2) await sleep(10);
  await server.stop();
}

it('lets mails that are on their way arrive, and notes it', async () => {
  answer = async () => {
    await sleep(500);
    return undefined;
  };
  await stopWhileSending();
  const store = await openStore({ dataDir, databaseUrl: '' });
  expect(await store.countMails()).toMatchObject({
    queued: 0,
    sending: 0,
    delivered: 2,
    failed: 0,
  });
  await store.close();
});

it('gives mails back that do not arrive in time, uncounted, and does not wait for ever', async () => {
  answer = async () => 'silence';
  await stopWhileSending();
  expect(server.output()).not.toContain('not everything ended in time');
  const store = await openStore({ dataDir, databaseUrl: '' });
  expect(await store.countMails()).toMatchObject({
    queued: 2,
    sending: 0,
    delivered: 0,
    failed: 0,
  });
  const claim = await store.claimNextMail(Date.now(), LEASE_MS);
  expect(claim?.failedTries).toBe(0);
  await store.close();
});
