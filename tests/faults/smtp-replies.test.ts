import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LEASE_MS } from '../../server/outbox/delivery-state.ts';
import { startOutbox } from '../../server/outbox/outbox.ts';
import { openSmtpTransport } from '../../server/outbox/smtp-transport.ts';
import { openStore } from '../../server/store/open-store.ts';
import type { Store } from '../../server/store/store.ts';
import { createFakeClock } from '../fake-clock.ts';
import { EXAMPLE_ADDRESSES, exampleEnquiry, exampleMail, NOON_MS } from '../store-examples.ts';
import { faultRow } from './fault-report.ts';
import { type Behaviour, openSmtpDouble, type SmtpDouble, type Step } from './smtp-double.ts';

// A busy machine needs longer; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Where one try leaves the mail, and the outbox. */
type Outcome =
  | 'delivered'
  | 'queued, the try counted'
  | 'queued, uncounted, sending pauses'
  | 'failed';

const RETRY: Outcome = 'queued, the try counted';
const PAUSE: Outcome = 'queued, uncounted, sending pauses';
const FAILED: Outcome = 'failed';

const say = (words: string): Behaviour => ({ say: words });
const leave = (words: string): Behaviour => ({ sayAndHangUp: words });

/** Step, what the server does there, what becomes of the mail. */
const REPLIES: [Step, Behaviour, Outcome][] = [
  ['connect', say('220-double.example\r\n220 ESMTP'), 'delivered'],
  ['connect', leave('421 4.3.2 too busy'), RETRY],
  ['connect', leave('450 4.7.1 later'), RETRY],
  ['connect', leave('554 5.7.1 your address is blocked'), PAUSE],
  ['connect', 'hang up', RETRY],
  ['connect', 'reset', RETRY],
  ['connect', 'silence', RETRY],
  ['connect', 'drip', RETRY],
  ['connect', 'garbage', RETRY],
  ['EHLO', leave('421 4.3.2 shutting down'), RETRY],
  ['EHLO', say('502 5.5.1 not known, use HELO'), 'delivered'],
  ['EHLO', 'hang up', RETRY],
  ['EHLO', 'silence', RETRY],
  ['EHLO', 'drip', RETRY],
  ['MAIL', say('250 2.1.0 fine'), 'delivered'],
  ['MAIL', leave('421 4.7.0 try later'), RETRY],
  ['MAIL', say('451 4.3.0 local error'), RETRY],
  ['MAIL', say('452 4.3.1 no room'), RETRY],
  ['MAIL', say('530 5.7.0 authentication required'), PAUSE],
  ['MAIL', say('550 5.7.1 sender not allowed'), PAUSE],
  ['MAIL', say('553 5.1.8 sender unknown'), PAUSE],
  ['MAIL', say('552 5.3.4 message too big'), FAILED],
  ['MAIL', 'hang up', RETRY],
  ['MAIL', 'silence', RETRY],
  ['MAIL', 'garbage', RETRY],
  ['RCPT', say('251 2.1.5 will forward'), 'delivered'],
  ['RCPT', leave('421 4.7.0 too many'), RETRY],
  ['RCPT', say('450 4.2.0 greylisted'), RETRY],
  ['RCPT', say('451 4.7.1 greylisted'), RETRY],
  ['RCPT', say('452 4.2.2 mailbox full'), RETRY],
  ['RCPT', say('530 5.7.0 authentication required'), PAUSE],
  ['RCPT', say('550 5.1.1 nobody here'), FAILED],
  ['RCPT', say('551 5.1.6 moved'), FAILED],
  ['RCPT', say('553 5.1.3 bad address'), FAILED],
  ['RCPT', say('554 5.7.1 relay denied'), FAILED],
  ['RCPT', 'reset', RETRY],
  ['RCPT', 'silence', RETRY],
  ['DATA', say('451 4.3.0 not now'), RETRY],
  ['DATA', say('554 5.5.1 no valid recipients'), FAILED],
  ['DATA', 'hang up', RETRY],
  ['DATA', 'drip', RETRY],
  ['content', 'hang up', RETRY],
  ['content', 'reset', RETRY],
  ['dot', leave('421 4.3.0 going down'), RETRY],
  ['dot', say('450 4.7.1 greylisted'), RETRY],
  ['dot', say('452 4.3.1 disk full'), RETRY],
  ['dot', say('550 5.7.1 looks like spam'), FAILED],
  ['dot', say('552 5.2.2 over quota'), FAILED],
  ['dot', say('554 5.6.0 content refused'), FAILED],
  ['dot', 'hang up', RETRY],
  ['dot', 'silence', RETRY],
  ['dot', 'drip', RETRY],
  ['after', 'reset', 'delivered'],
];

let dataDir: string;
let store: Store;
let double: SmtpDouble | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'smtp-replies-'));
  store = await openStore({ dataDir, databaseUrl: '' });
});

afterEach(async () => {
  await double?.close();
  double = undefined;
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Lets the outbox try one mail `tries` times and tells where that leaves it. */
async function outcomeOf(url: string, tries = 1): Promise<Outcome> {
  const mails = [exampleMail()];
  await store.acceptEnquiry(exampleEnquiry({ mails }));
  const timeouts = { greetingTimeout: 500, socketTimeout: 500, talkTimeout: 900 };
  const transport = openSmtpTransport({
    url,
    site: () => EXAMPLE_ADDRESSES,
    connections: 1,
    timeouts,
  });
  const clock = createFakeClock(NOON_MS);
  let paused = false;
  const note = (_: object, message: string) => {
    if (message.includes('pauses')) paused = true;
  };
  const outbox = startOutbox({
    store,
    transport,
    clock,
    log: { info: note, warn: note, error: note },
    random: () => 0.5,
    parallel: 1,
  });
  await clock.untilAsleep(2);
  for (let next = 1; next < tries; next += 1) {
    clock.wakeNext();
    await clock.untilAsleep(2);
  }
  await outbox.stop(2_000);
  transport.close();
  const { queued, delivered, failed } = await store.countMails();
  if (delivered === 1 && !paused) return 'delivered';
  if (failed === 1 && !paused) return FAILED;
  expect(queued).toBe(1);
  const laterMs = NOON_MS + 86_400_000;
  const failedTries = (await store.claimNextMail(laterMs, LEASE_MS))?.failedTries;
  expect(failedTries).toBe(paused ? 0 : tries);
  return paused ? PAUSE : RETRY;
}

describe('a mail server that answers', () => {
  it.each(REPLIES)('at %s with %j', async (at, behaviour, outcome) => {
    double = await openSmtpDouble((step) => (step === at ? behaviour : undefined));
    expect(await outcomeOf(double.url)).toBe(outcome);
    expect(double.steps).toContain(at);
  });

  it('with greylisting gets the mail at the second try', async () => {
    let recipients = 0;
    double = await openSmtpDouble((step) => {
      if (step === 'RCPT') recipients += 1;
      return step === 'RCPT' && recipients === 1 ? say('450 4.2.0 greylisted') : undefined;
    });
    expect(await outcomeOf(double.url, 2)).toBe('delivered');
    expect(double.messages).toHaveLength(1);
  });
});

describe('a mail server that', () => {
  it('is not there: the mail waits', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    server.close();
    await once(server, 'close');
    expect(await outcomeOf(`smtp://127.0.0.1:${port}`)).toBe(RETRY);
  });

  it('has a name nobody knows: the mail waits', async () => {
    expect(await outcomeOf('smtp://mail.invalid:25')).toBe(RETRY);
  });

  it('refuses the login: sending pauses', async () => {
    double = await openSmtpDouble((step) => {
      if (step === 'EHLO') return say('250-double.example\r\n250 AUTH PLAIN');
      return step === 'AUTH' ? say('535 5.7.8 wrong password') : undefined;
    });
    expect(await outcomeOf(double.url.replace('//', '//website:secret@'))).toBe(PAUSE);
  });

  it('cannot check the login for the moment: sending pauses', async () => {
    double = await openSmtpDouble((step) => {
      if (step === 'EHLO') return say('250-double.example\r\n250 AUTH PLAIN');
      return step === 'AUTH' ? say('454 4.7.0 try later') : undefined;
    });
    expect(await outcomeOf(double.url.replace('//', '//website:secret@'))).toBe(PAUSE);
  });

  it('offers no login although we have one: sending pauses', async () => {
    double = await openSmtpDouble((step) =>
      step === 'AUTH' ? say('502 5.5.1 not known') : undefined,
    );
    expect(await outcomeOf(double.url.replace('//', '//website:secret@'))).toBe(PAUSE);
    expect(double.messages).toEqual([]);
  });

  it('offers no encryption when the URL requires it: sending pauses', async () => {
    double = await openSmtpDouble((step) =>
      step === 'STARTTLS' ? say('502 5.5.1 not known') : undefined,
    );
    expect(await outcomeOf(`${double.url}?requireTLS=true`)).toBe(PAUSE);
    expect(double.messages).toEqual([]);
  });

  it('refuses STARTTLS: sending pauses', async () => {
    double = await openSmtpDouble((step) => {
      if (step === 'EHLO') return say('250-double.example\r\n250 STARTTLS');
      return step === 'STARTTLS' ? say('454 4.7.0 no certificate') : undefined;
    });
    expect(await outcomeOf(double.url)).toBe(PAUSE);
  });

  it('hangs up in the middle of the TLS handshake: the mail waits', async () => {
    double = await openSmtpDouble((step) => {
      if (step === 'EHLO') return say('250-double.example\r\n250 STARTTLS');
      return step === 'STARTTLS' ? leave('220 go ahead') : undefined;
    });
    expect(await outcomeOf(double.url)).toBe(RETRY);
  });

  it.each([
    ['smtps', { secure: true }],
    ['smtp', {}],
  ])('shows a certificate nobody signed (%s): sending pauses', async (scheme, options) => {
    const taken: unknown[] = [];
    const server = new SMTPServer({
      ...options,
      authOptional: true,
      logger: false,
      onData(stream, _, callback) {
        taken.push(stream.resume());
        stream.on('end', () => callback());
      },
    });
    server.on('error', () => {});
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as { port: number };
    expect(await outcomeOf(`${scheme}://127.0.0.1:${port}`)).toBe(PAUSE);
    expect(taken).toEqual([]);
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  it('speaks no TLS where smtps expects it: sending pauses, and nothing is said in the clear', async () => {
    double = await openSmtpDouble();
    expect(await outcomeOf(double.url.replace('smtp:', 'smtps:'))).toBe(PAUSE);
    expect(double.messages).toEqual([]);
  });
});

faultRow('SMTP replies', () => ({
  count: `${REPLIES.length + 11} replies`,
  result: 'each left the mail in exactly the expected state',
}));
