import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openStore } from '../../server/store/open-store.ts';
import type { Store } from '../../server/store/store.ts';
import { type Mailbox, openMailbox } from '../mailbox.ts';
import { type SiteServer, startSiteServer } from '../support/site-server.ts';
import { FAULT_SETTINGS, newPost, send } from './post-enquiry.ts';

/** An address of ours was wrong when enquiries came in, and is mended while their mails wait. */

// A busy machine needs longer; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const COMMANDS = resolve('server/commands/enquiries.ts');
const FROM = 'website@maanzaad.example';
const TO = 'lezer@maanzaad.example';
const TYPING_MISTAKE = 'lezer@maanzaat.example';

let dataDir: string;
let store: Store;
let mailbox: Mailbox;
let server: SiteServer | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mended-addresses-'));
  store = await openStore({ dataDir, databaseUrl: '' });
});

afterEach(async () => {
  await server?.stop();
  await mailbox.close();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(env: Record<string, string>): Promise<SiteServer> {
  server = await startSiteServer({
    dataDir,
    env: { ...FAULT_SETTINGS, SMTP_URL: mailbox.url, ...env },
  });
  return server;
}

async function postTo(site: SiteServer): Promise<void> {
  expect((await send(site.url, await newPost()))?.status).toBe(202);
}

async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await done())) await sleep(20);
}

/** Resolves once no mail waits any more, or sending pauses. */
const untilStill = (site: SiteServer) =>
  until(async () => {
    const { queued, sending } = await store.countMails();
    return queued + sending === 0 || site.output().includes('sending pauses');
  });

const refusal = (responseCode: number, words: string) =>
  Object.assign(new Error(words), { responseCode });

/** Mails to the company: the addresses each came under. */
const companyMails = () =>
  mailbox.mails
    .filter(({ email }) => email.headers.every(({ key }) => key !== 'auto-submitted'))
    .map(({ sender, recipients, email }) => ({
      sender,
      recipients,
      from: email.from?.address,
      to: email.to?.map(({ address }) => address),
    }));

/** What `npm run enquiries -- …` prints. */
async function enquiries(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [COMMANDS, ...args], {
    cwd: dataDir,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  });
  return stdout;
}

const AS_MENDED = { sender: FROM, recipients: [TO], from: FROM, to: [TO] };

it('a mail that a wrong MAIL_TO holds up goes to the right one once it is sent again', async () => {
  let refused = 0;
  mailbox = await openMailbox(0, {
    onRcptTo({ address }, _, done) {
      if (address !== TYPING_MISTAKE) return done(null);
      refused += 1;
      done(refusal(550, 'nobody here'));
    },
  });
  const wrong = await start({ MAIL_FROM: FROM, MAIL_TO: TYPING_MISTAKE });
  await postTo(wrong);
  await until(async () => refused > 0 && (await store.countMails()).delivered === 1);
  await wrong.stop();
  // It is tried for three days, but seldom: the operator need not wait.
  expect(await store.countMails()).toMatchObject({ queued: 1, delivered: 1, failed: 0 });

  const [enquiry] = JSON.parse(await enquiries('list', '--json')).enquiries;
  await enquiries('resend', enquiry.id);
  const right = await start({ MAIL_FROM: FROM, MAIL_TO: TO });
  await untilStill(right);
  expect(await store.countMails()).toMatchObject({ delivered: 2, failed: 0 });
  expect(companyMails()).toEqual([AS_MENDED]);
});

it('mails that wait under a refused MAIL_FROM all leave from the right one, and none fails', async () => {
  mailbox = await openMailbox(0, {
    onMailFrom({ address }, _, done) {
      done(address === FROM ? null : refusal(553, 'sender not owned by user'));
    },
  });
  // The sender by default, the company's own address, is not one this mail server lets us use.
  const wrong = await start({ MAIL_TO: TO });
  for (let enquiries = 0; enquiries < 3; enquiries += 1) await postTo(wrong);
  await until(() => wrong.output().includes('sending pauses'));
  expect(wrong.output()).toMatch(/"reason":"553 [^"]*MAIL FROM"/);
  await wrong.stop();
  expect(await store.countMails()).toMatchObject({
    queued: 6,
    sending: 0,
    delivered: 0,
    failed: 0,
  });

  const right = await start({ MAIL_FROM: FROM, MAIL_TO: TO });
  await postTo(right);
  await untilStill(right);
  expect(await store.countMails()).toMatchObject({
    queued: 0,
    sending: 0,
    delivered: 8,
    failed: 0,
  });
  expect(companyMails()).toEqual(Array(4).fill(AS_MENDED));
});
