import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../runtime/log.ts';
import { TEST_RELEASE } from '../../tests/support/content/test-release.ts';
import { exampleEnquiry, NOON_MS } from '../../tests/support/store/examples.ts';
import { openTestStore } from '../../tests/support/temporary-folder.ts';
import type { Store } from '../store/store.ts';
import { composeMail } from './compose-mail.ts';
import { createMailer } from './create-mailer.ts';
import { MailError } from './mail-server.ts';
import { type Deliver, type Outbox, startOutbox } from './outbox.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WORKERS = 2;

let store: Store;
let dataDir: string;
let outbox: Outbox;
/** The mails that were sent, in order. */
let sent: SendMailOptions[];
/** This is called for each mail. It returns to accept the mail, and throws to refuse it. */
let onMail: (mail: SendMailOptions, signal: AbortSignal) => unknown;
let attempts: number;

beforeEach(async () => {
  ({ store, dataDir } = await openTestStore());
  vi.useFakeTimers({ now: NOON_MS, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  sent = [];
  attempts = 0;
  onMail = () => {};
});
afterEach(async () => {
  vi.useRealTimers();
  await outbox.stop(0);
});

const deliver: Deliver = async (mail, signal) => {
  attempts += 1;
  await onMail(mail, signal);
  sent.push(mail);
  return { kind: 'delivered' };
};

function start(dependencies: Partial<Parameters<typeof startOutbox>[0]> = {}): void {
  outbox = startOutbox({
    store,
    currentDelivery: () => deliver,
    compose: (mail) =>
      composeMail(mail, {
        manifest: TEST_RELEASE,
        settings: { MAIL_FROM: undefined, MAIL_TO: undefined },
      }),
    log: createLog('silent'),
    ...dependencies,
  });
}

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const accept = (change: Parameters<typeof exampleEnquiry>[0] = {}) =>
  store.storeEnquiry(exampleEnquiry(change));
/** Spam gets no confirmation, so each of these enquiries has one mail. */
const acceptOne = (name = 'Peeters') =>
  accept({ isSpam: true, fields: { email: 'a@b.example', name, message: 'x' } });
const statesOf = async () => (await store.listEnquiries()).flatMap(({ mails }) => mails);
const refuse = (about: MailError['about'], reason: string) => () => {
  throw new MailError(about, reason);
};
const isConfirmation = (mail: SendMailOptions) =>
  mail.subject === TEST_RELEASE.mails.confirmation.subject;
const isOf = (mail: SendMailOptions, name: string) => String(mail.subject).includes(name);

test('a mail is sent as soon as it is queued', async () => {
  start();
  await accept();
  outbox.wake();
  await advance(0);
  expect(sent).toHaveLength(2);
  expect((await statesOf()).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
});

const REFUSALS: [MailError['about'], string][] = [
  ['mailbox', '550 5.1.1 User unknown at RCPT TO'],
  ['permanent', '554 5.7.1 Relay access denied at RCPT TO'],
  ['temporary', '450 4.2.0 Greylisted at RCPT TO'],
  ['content', 'ECONNRESET at content'],
];

test.each(REFUSALS)(
  'a company mail is tried at least each hour for 72 hours, then fails: %s',
  async (about, reason) => {
    await acceptOne();
    const triedAtMs: number[] = [];
    onMail = () => {
      triedAtMs.push(Date.now());
      refuse(about, reason)();
    };
    start();
    await advance(71 * HOUR_MS);
    expect(await statesOf()).toMatchObject([{ state: 'queued', lastError: reason }]);
    const waits = triedAtMs.slice(1).map((ms, i) => (ms - Number(triedAtMs[i])) / MINUTE_MS);
    expect(waits.slice(0, 6)).toEqual([5, 10, 20, 40, 60, 60]);
    expect(Math.max(...waits)).toBe(60);
    await advance(2 * HOUR_MS);
    expect(await statesOf()).toMatchObject([{ state: 'failed', lastError: reason }]);
    expect(await store.health(Date.now())).toMatchObject({ failed: 1, reason });
    onMail = () => {};
    await store.requeueMail(Date.now());
    await advance(MINUTE_MS);
    expect(sent).toHaveLength(1);
    expect(await store.health(Date.now())).toEqual({ failed: 0, late: 0 });
  },
);

test('a confirmation fails at once when its mailbox does not exist', async () => {
  await accept();
  onMail = (mail) => isConfirmation(mail) && refuse('mailbox', '550 5.1.1 at RCPT TO')();
  start();
  await advance(0);
  expect(await statesOf()).toMatchObject([
    { state: 'delivered' },
    { state: 'failed', attempts: 1 },
  ]);
});

test.each(REFUSALS.slice(1))(
  'a confirmation is tried for 24 hours, then fails: %s',
  async (about, reason) => {
    await accept();
    onMail = (mail) => isConfirmation(mail) && refuse(about, reason)();
    start();
    await advance(23 * HOUR_MS);
    expect(await statesOf()).toMatchObject([{ state: 'delivered' }, { state: 'queued' }]);
    await advance(2 * HOUR_MS);
    expect(await statesOf()).toMatchObject([{ state: 'delivered' }, { state: 'failed' }]);
  },
);

/** A store that cannot record an outcome until a mail was claimed for the second time. */
function unwritableForALease() {
  let claims = 0;
  return {
    ...store,
    async claimMail(nowMs: number) {
      const mail = await store.claimMail(nowMs);
      if (mail) claims += 1;
      return mail;
    },
    async settleMail(...settled: Parameters<Store['settleMail']>) {
      if (claims < 2) throw new Error('database or disk is full');
      return store.settleMail(...settled);
    },
  };
}

test('a mail leaves once when the database cannot record that for longer than a lease', async () => {
  await acceptOne();
  start({ store: unwritableForALease() });
  await advance(HOUR_MS);
  expect(sent).toHaveLength(1);
  expect(await statesOf()).toMatchObject([{ state: 'delivered' }]);
});

test('a confirmation without a reply is not sent again when the database cannot record that for longer than a lease', async () => {
  await accept();
  const companyMail = await store.claimMail(NOON_MS);
  if (companyMail) await store.settleMail(companyMail, { kind: 'delivered' }, NOON_MS);
  onMail = refuse('no-reply', 'ECONNRESET at content');
  start({ store: unwritableForALease() });
  await advance(HOUR_MS);
  expect(attempts).toBe(1);
  expect(await statesOf()).toMatchObject([{ state: 'delivered' }, { state: 'failed' }]);
});

test('a mail that a corrected setting lets through is delivered within the hour', async () => {
  await accept();
  onMail = refuse('permanent', '554 5.7.1 Sender address rejected at RCPT TO');
  start();
  await advance(20 * HOUR_MS);
  onMail = () => {};
  await advance(HOUR_MS);
  expect(sent).toHaveLength(2);
});

test('refused mails delay no other mail', async () => {
  for (let i = 0; i < 10; i += 1) await acceptOne('Weg');
  for (let i = 0; i < 5; i += 1) await acceptOne();
  onMail = (mail) => isOf(mail, 'Weg') && refuse('permanent', '554 5.7.1 at RCPT TO')();
  start();
  await advance(0);
  expect(sent).toHaveLength(5);
  await acceptOne();
  outbox.wake();
  await advance(0);
  expect(sent).toHaveLength(6);
});

test('a mail whose content gets no reply goes out 12 times at most, a confirmation once', async () => {
  await accept();
  onMail = refuse('no-reply', 'ECONNRESET at content');
  start();
  await advance(0);
  expect(await statesOf()).toMatchObject([{ state: 'queued', attempts: 1 }, { state: 'failed' }]);
  await advance(100 * HOUR_MS);
  expect(attempts).toBe(12 + 1);
  expect(await statesOf()).toMatchObject([{ state: 'failed', attempts: 12 }, { state: 'failed' }]);
});

test('a mail that crashes the process at each attempt is given up after 12 attempts', async () => {
  await acceptOne();
  // A crash records nothing, and the lease ends by itself.
  for (let i = 0; i < 12; i += 1) await store.claimMail(NOON_MS + i * HOUR_MS);
  vi.setSystemTime(NOON_MS + 12 * HOUR_MS);
  start();
  await advance(0);
  expect(await statesOf()).toMatchObject([{ state: 'failed', attempts: 13 }]);
  expect(attempts).toBe(0);
});

test('an unavailable mail server costs no attempts; the outbox pauses 1 to 15 minutes', async () => {
  for (let i = 0; i < 20; i += 1) await acceptOne();
  onMail = refuse('server', 'EAUTH at AUTH PLAIN');
  start();
  await advance(2 * HOUR_MS);
  // Each worker tries at once, then after 1, 2, 4 and 8 minutes, then every 15 minutes.
  expect(attempts).toBe(WORKERS * 12);
  const mails = await statesOf();
  for (const mail of mails) expect(mail.attempts).toBe(0);
  const errors = new Set(mails.map(({ lastError }) => lastError).filter(Boolean));
  expect(errors).toEqual(new Set(['EAUTH at AUTH PLAIN']));
  onMail = () => {};
  await advance(15 * MINUTE_MS);
  expect(sent).toHaveLength(20);
  // After a success the pauses begin again with a minute.
  await acceptOne();
  onMail = refuse('server', 'ECONNREFUSED at connection');
  await advance(MINUTE_MS);
  onMail = () => {};
  await advance(MINUTE_MS);
  expect(sent).toHaveLength(21);
});

test('requeue ends the pause of the outbox after a failure of the mail server', async () => {
  for (let i = 0; i < 4; i += 1) await acceptOne();
  onMail = refuse('server', 'EAUTH at AUTH PLAIN');
  start();
  await advance(2 * HOUR_MS);
  onMail = () => {};
  await advance(MINUTE_MS);
  expect(sent).toHaveLength(0);
  await store.requeueMail(Date.now());
  await advance(MINUTE_MS / 2);
  expect(sent).toHaveLength(4);
});

test('requeue during an attempt that then fails ends the pause after it', async () => {
  for (let i = 0; i < 4; i += 1) await acceptOne();
  onMail = refuse('server', 'EAUTH at AUTH PLAIN');
  start();
  // Each worker has failed four times. The next attempts start in the following 8 minutes.
  await advance(10 * MINUTE_MS);
  const { promise: answered, reject: fail } = Promise.withResolvers<void>();
  onMail = () => answered;
  const before = attempts;
  await advance(8 * MINUTE_MS);
  expect(attempts).toBe(before + WORKERS);
  await store.requeueMail(Date.now());
  await advance(1_000);
  onMail = () => {};
  fail(new MailError('server', 'ETIMEDOUT at greeting'));
  await advance(MINUTE_MS);
  expect(sent).toHaveLength(4);
});

test('a mail still gets its 12 attempts after days without a mail server', async () => {
  await acceptOne();
  onMail = refuse('server', 'ECONNREFUSED at connection');
  start();
  await advance(80 * HOUR_MS);
  onMail = refuse('permanent', '554 5.7.1 at RCPT TO');
  await advance(8 * HOUR_MS);
  expect(await statesOf()).toMatchObject([{ state: 'queued' }]);
  await advance(2 * HOUR_MS);
  expect(await statesOf()).toMatchObject([{ state: 'failed', attempts: 12 }]);
});

test('a refused recipient beside others is recorded with the delivery', async () => {
  await acceptOne();
  const refused = 'address 2 of 2: 550 5.1.1 [address] User unknown at RCPT TO';
  start({ currentDelivery: () => async () => ({ kind: 'delivered', refused }) });
  await advance(0);
  expect(await statesOf()).toMatchObject([{ state: 'delivered', lastError: refused }]);
});

test('without a mail server a site with sample facts keeps its mails as files, and no alarm rings', async () => {
  await accept();
  const settings = { SMTP_URL: '', DATA_DIR: dataDir, MAIL_FROM: undefined, MAIL_TO: undefined };
  const sample = { ...TEST_RELEASE, sampleFacts: true };
  start(createMailer(settings, () => sample, createLog('silent')));
  await advance(0);
  await vi.waitFor(async () => {
    expect((await statesOf()).map(({ state }) => state)).toEqual(['kept', 'kept']);
  });
  const files = await readdir(join(dataDir, 'mail'));
  expect(files).toHaveLength(2);
  await Promise.all(files.map((name) => rm(join(dataDir, 'mail', name))));
  vi.setSystemTime(NOON_MS + 400 * 24 * HOUR_MS);
  await advance(HOUR_MS);
  expect(await store.health(Date.now())).toEqual({ failed: 0, late: 0 });
  expect(await store.eraseExpired(Date.now(), { days: 30, bookedUntilParty: false })).toBe(0);
  expect(await store.requeueMail(Date.now())).toBe(0);
  await advance(HOUR_MS);
  // The erased mail is not written again.
  expect(await readdir(join(dataDir, 'mail'))).toEqual([]);
  expect((await statesOf()).map(({ state }) => state)).toEqual(['kept', 'kept']);
});

test('a mail that throws at every attempt delays no other mail', async () => {
  await acceptOne('Gif');
  for (let i = 0; i < 5; i += 1) await acceptOne();
  onMail = (mail) => {
    if (isOf(mail, 'Gif')) throw new Error('our own mistake');
  };
  start();
  await advance(0);
  expect(sent).toHaveLength(5);
  await advance(HOUR_MS);
  expect((await statesOf()).filter(({ state }) => state === 'queued')).toMatchObject([
    { lastError: 'Error' },
  ]);
});

test('a hanging attempt ends after 12 minutes, before the lease ends', async () => {
  await acceptOne();
  onMail = (_mail, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new MailError('content', 'ETIMEDOUT')));
    });
  start();
  await advance(12 * MINUTE_MS);
  expect(await statesOf()).toMatchObject([{ attempts: 1, lastError: 'ETIMEDOUT' }]);
});

test('a stop releases mails whose attempts do not end in time, and reports no failure', async () => {
  await acceptOne();
  onMail = (_mail, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new MailError('content', 'broken off')));
    });
  const lines: string[] = [];
  start({ log: createLog('warn', (line) => void lines.push(line)) });
  await advance(0);
  await Promise.all([outbox.stop(5_000), advance(5_000)]);
  expect(await statesOf()).toMatchObject([{ state: 'queued', attempts: 0 }]);
  // The mail server did nothing wrong, so nothing is reported about it.
  expect(lines).toEqual([]);
});

test('a stop does not send a mail again whose content is out', async () => {
  await accept();
  onMail = (_mail, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new MailError('no-reply', 'EABORT')));
    });
  start();
  await advance(0);
  await Promise.all([outbox.stop(5_000), advance(5_000)]);
  expect(await statesOf()).toMatchObject([
    { state: 'queued', attempts: 1, dueAtMs: NOON_MS + 4_000 + 5 * MINUTE_MS },
    { state: 'failed', attempts: 1 },
  ]);
});

test('a delivery is recorded once the database is back, without a second delivery', async () => {
  await acceptOne();
  let isAway = true;
  const flaky: Store = {
    ...store,
    settleMail: (...args) =>
      isAway ? Promise.reject(new Error('away')) : store.settleMail(...args),
  };
  start({ store: flaky });
  await advance(0);
  expect(sent).toHaveLength(1);
  await advance(MINUTE_MS);
  isAway = false;
  await advance(10 * HOUR_MS);
  expect(sent).toHaveLength(1);
  expect(await statesOf()).toMatchObject([{ state: 'delivered' }]);
});

test('mails stay queued while there is no mail server and are sent later', async () => {
  await acceptOne();
  let isOpen = false;
  start({ currentDelivery: () => (isOpen ? deliver : undefined) });
  await advance(HOUR_MS);
  expect(await statesOf()).toMatchObject([{ state: 'queued', attempts: 0 }]);
  isOpen = true;
  await advance(MINUTE_MS);
  expect(sent).toHaveLength(1);
});

test.each([-26 * HOUR_MS, 26 * HOUR_MS])(
  'a clock change of %i ms delays no mail',
  async (jumpMs) => {
    await acceptOne();
    onMail = refuse('temporary', '450 at DATA');
    start();
    await advance(0);
    vi.setSystemTime(Date.now() + jumpMs);
    await acceptOne();
    onMail = () => {};
    await advance(15 * MINUTE_MS);
    expect(sent).toHaveLength(2);
  },
);
