import type { SendMailOptions } from 'nodemailer';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exampleEnquiry, NOON_MS } from '../../tests/store-examples.ts';
import { openTestStore } from '../../tests/temporary-folder.ts';
import { TEST_RELEASE } from '../../tests/test-release.ts';
import { createLog } from '../log.ts';
import type { Store } from '../store/store.ts';
import { composeMail } from './compose-mail.ts';
import { MailError, type MailSession } from './mail-server.ts';
import { type Outbox, startOutbox } from './outbox.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WORKERS = 2;

let store: Store;
let outbox: Outbox;
/** The mails that were sent, in order. */
let sent: SendMailOptions[];
/** Called for each mail: returns to accept it, throws to refuse it. */
let onMail: (mail: SendMailOptions, signal: AbortSignal) => unknown;
/** The same for each connection. */
let onConnection: () => void;
let connections: number;

beforeEach(async () => {
  ({ store } = await openTestStore());
  vi.useFakeTimers({ now: NOON_MS, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  sent = [];
  connections = 0;
  onMail = () => {};
  onConnection = () => {};
});
afterEach(async () => {
  vi.useRealTimers();
  await outbox.stop(0);
});

const session: MailSession = {
  async send(mail, signal) {
    await onMail(mail, signal);
    sent.push(mail);
    return '250 taken';
  },
  close() {},
};

function start(parts: Partial<Parameters<typeof startOutbox>[0]> = {}): void {
  outbox = startOutbox({
    store,
    openSession: () => async () => {
      connections += 1;
      onConnection();
      return session;
    },
    compose: (mail) =>
      composeMail(mail, {
        release: TEST_RELEASE,
        settings: { MAIL_FROM: undefined, MAIL_TO: undefined },
      }),
    log: createLog('silent'),
    ...parts,
  });
}

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const accept = (change: Parameters<typeof exampleEnquiry>[0] = {}) =>
  store.accept(exampleEnquiry(change));
/** Spam gets no confirmation: one mail each. */
const acceptOne = (name = 'Peeters') =>
  accept({ isSpam: true, fields: { email: 'a@b.example', name, message: 'x' } });
const statesOf = async () => (await store.listEnquiries()).flatMap(({ mails }) => mails);
const refuse = (about: MailError['about'], reason: string) => () => {
  throw new MailError(about, reason);
};
const isOf = (mail: SendMailOptions, name: string) => String(mail.subject).includes(name);

test('a mail is sent as soon as it is queued', async () => {
  start();
  await accept();
  outbox.wake();
  await advance(0);
  expect(sent).toHaveLength(2);
  expect((await statesOf()).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
});

test('a refused company mail fails after 72 hours and 12 tries and can be requeued', async () => {
  await acceptOne();
  let tries = 0;
  onMail = () => {
    tries += 1;
    throw new MailError('recipient', '550 5.1.1 at RCPT TO');
  };
  start();
  await advance(71 * HOUR_MS);
  expect(await statesOf()).toMatchObject([{ state: 'queued' }]);
  expect(tries).toBeGreaterThanOrEqual(12);
  await advance(9 * HOUR_MS);
  expect(await statesOf()).toMatchObject([{ state: 'failed', lastError: '550 5.1.1 at RCPT TO' }]);
  expect(await store.health(Date.now())).toMatchObject({ failed: 1 });
  onMail = () => {};
  await store.requeueMail(Date.now());
  await advance(MINUTE_MS);
  expect(sent).toHaveLength(1);
  expect(await store.health(Date.now())).toEqual({ failed: 0, late: 0 });
});

test('a confirmation refused by its recipient fails at once', async () => {
  await accept();
  onMail = (mail) => {
    if (mail.subject === TEST_RELEASE.mails.confirmation.subject) refuse('recipient', '550')();
  };
  start();
  await advance(0);
  expect(await statesOf()).toMatchObject([{ state: 'delivered' }, { state: 'failed' }]);
});

test('an unavailable mail server costs no tries; the outbox pauses 1 to 15 minutes', async () => {
  for (let i = 0; i < 20; i += 1) await acceptOne();
  onConnection = refuse('server', 'EAUTH at AUTH PLAIN');
  start();
  await advance(2 * HOUR_MS);
  // Each worker at once, after 1, 2, 4 and 8 minutes, then every 15.
  expect(connections).toBe(WORKERS * 12);
  for (const { tries, lastError } of await statesOf()) {
    expect(tries).toBe(0);
    expect(lastError ?? 'EAUTH at AUTH PLAIN').toBe('EAUTH at AUTH PLAIN');
  }
  onConnection = () => {};
  await advance(15 * MINUTE_MS);
  expect(sent).toHaveLength(20);
  // After a success the pauses begin again with a minute.
  await acceptOne();
  onConnection = refuse('server', 'ECONNREFUSED at connection');
  await advance(MINUTE_MS);
  onConnection = () => {};
  await advance(MINUTE_MS);
  expect(sent).toHaveLength(21);
});

test('a mail still gets its 12 tries after days without a mail server', async () => {
  await acceptOne();
  onConnection = refuse('server', 'ECONNREFUSED at connection');
  start();
  await advance(80 * HOUR_MS);
  onConnection = () => {};
  onMail = refuse('recipient', '550 5.1.1 at RCPT TO');
  await advance(20 * HOUR_MS);
  expect(await statesOf()).toMatchObject([{ state: 'queued' }]);
  await advance(40 * HOUR_MS);
  expect(await statesOf()).toMatchObject([{ state: 'failed', tries: 12 }]);
});

test('three refusals in a row before the recipient pause the outbox', async () => {
  for (let i = 0; i < 10; i += 1) await acceptOne();
  onMail = refuse('sender', '550 5.7.1 at MAIL FROM');
  start();
  await advance(10 * HOUR_MS);
  const tries = (await statesOf()).map((mail) => mail.tries);
  expect(Math.max(...tries)).toBeLessThanOrEqual(2 * WORKERS);
  onMail = () => {};
  await advance(20 * MINUTE_MS);
  expect(sent).toHaveLength(10);
});

test('a mail that throws at every try delays no other mail', async () => {
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

test('a hanging try ends after 12 minutes, before the lease ends', async () => {
  await acceptOne();
  onMail = (_mail, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new MailError('mail', 'ETIMEDOUT')));
    });
  start();
  await advance(12 * MINUTE_MS);
  expect(await statesOf()).toMatchObject([{ tries: 1, lastError: 'ETIMEDOUT' }]);
});

test('a stop releases mails whose tries do not end in time', async () => {
  await acceptOne();
  onMail = (_mail, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new MailError('mail', 'broken off')));
    });
  start();
  await advance(0);
  await Promise.all([outbox.stop(5_000), advance(5_000)]);
  expect(await statesOf()).toMatchObject([{ state: 'queued', tries: 0 }]);
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
  start({ openSession: () => (isOpen ? async () => session : undefined) });
  await advance(HOUR_MS);
  expect(await statesOf()).toMatchObject([{ state: 'queued', tries: 0 }]);
  isOpen = true;
  await advance(MINUTE_MS);
  expect(sent).toHaveLength(1);
});

test.each([-26 * HOUR_MS, 26 * HOUR_MS])(
  'a clock change of %i ms delays no mail',
  async (jumpMs) => {
    await acceptOne();
    onMail = refuse('mail', '450 at DATA');
    start();
    await advance(0);
    vi.setSystemTime(Date.now() + jumpMs);
    await acceptOne();
    onMail = () => {};
    await advance(15 * MINUTE_MS);
    expect(sent).toHaveLength(2);
  },
);
