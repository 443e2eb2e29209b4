import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { LEASE_MS } from '../../server/outbox/delivery-state.ts';
import { startOutbox } from '../../server/outbox/outbox.ts';
import { PATIENCE_MS } from '../../server/outbox/smtp-talk.ts';
import { openSmtpTransport } from '../../server/outbox/smtp-transport.ts';
import { openStore } from '../../server/store/open-store.ts';
import type { OutgoingMail, Store } from '../../server/store/store.ts';
import { createFakeClock } from '../fake-clock.ts';
import { EXAMPLE_ADDRESSES, exampleEnquiry, NOON_MS } from '../store-examples.ts';
import { TEST_DIGESTS } from '../test-digests.ts';
import { type Behaviour, openSmtpDouble, type SmtpDouble, type Step } from './smtp-double.ts';

// A busy machine needs longer; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Where one try leaves a mail, and the outbox. */
type Outcome =
  | 'delivered'
  | 'queued, the try counted'
  | 'queued, uncounted, sending pauses'
  | 'failed';
/** Of the company's mail; of the confirmation too, unless that has one of its own. */
type Outcomes = [Outcome, Outcome?];

const RETRY: Outcomes = ['queued, the try counted'];
const PAUSE: Outcomes = ['queued, uncounted, sending pauses'];
/** The enquiry is tried on; nobody is there to read the confirmation. */
const NOBODY: Outcomes = ['queued, the try counted', 'failed'];
const DELIVERED: Outcomes = ['delivered'];

const say = (words: string): Behaviour => ({ say: words });
const leave = (words: string): Behaviour => ({ sayAndHangUp: words });

/** Step, what the server does there, what becomes of the mail. */
const REPLIES: [Step, Behaviour, Outcomes][] = [
  ['connect', say('220-double.example\r\n220 ESMTP'), DELIVERED],
  ['connect', leave('421 4.3.2 too busy'), RETRY],
  ['connect', leave('450 4.7.1 later'), RETRY],
  ['connect', leave('554 5.7.1 your address is blocked'), PAUSE],
  ['connect', 'hang up', RETRY],
  ['connect', 'reset', RETRY],
  ['connect', 'silence', RETRY],
  ['connect', 'drip', RETRY],
  ['connect', 'garbage', RETRY],
  ['EHLO', leave('421 4.3.2 shutting down'), RETRY],
  ['EHLO', say('502 5.5.1 not known, use HELO'), DELIVERED],
  ['EHLO', 'hang up', RETRY],
  ['EHLO', 'silence', RETRY],
  ['EHLO', 'drip', RETRY],
  ['MAIL', say('250 2.1.0 fine'), DELIVERED],
  ['MAIL', leave('421 4.7.0 try later'), RETRY],
  ['MAIL', say('451 4.3.0 local error'), RETRY],
  ['MAIL', say('452 4.3.1 no room'), RETRY],
  ['MAIL', say('530 5.7.0 authentication required'), PAUSE],
  ['MAIL', say('550 5.7.1 sender not allowed'), PAUSE],
  ['MAIL', say('553 5.1.8 sender unknown'), PAUSE],
  ['MAIL', say('552 5.3.4 message too big'), RETRY],
  ['MAIL', 'hang up', RETRY],
  ['MAIL', 'silence', RETRY],
  ['MAIL', 'garbage', RETRY],
  ['RCPT', say('251 2.1.5 will forward'), DELIVERED],
  ['RCPT', leave('421 4.7.0 too many'), RETRY],
  ['RCPT', say('450 4.2.0 greylisted'), RETRY],
  ['RCPT', say('451 4.7.1 greylisted'), RETRY],
  ['RCPT', say('452 4.2.2 mailbox full'), RETRY],
  ['RCPT', say('530 5.7.0 authentication required'), PAUSE],
  ['RCPT', say('550 5.1.1 nobody here'), NOBODY],
  ['RCPT', say('551 5.1.6 moved'), NOBODY],
  ['RCPT', say('553 5.1.3 bad address'), NOBODY],
  ['RCPT', say('554 5.7.1 relay denied'), RETRY],
  ['RCPT', 'reset', RETRY],
  ['RCPT', 'silence', RETRY],
  ['DATA', say('451 4.3.0 not now'), RETRY],
  ['DATA', say('554 5.5.1 no valid recipients'), RETRY],
  ['DATA', 'hang up', RETRY],
  ['DATA', 'drip', RETRY],
  ['content', 'hang up', RETRY],
  ['content', 'reset', RETRY],
  ['dot', leave('421 4.3.0 going down'), RETRY],
  ['dot', say('450 4.7.1 greylisted'), RETRY],
  ['dot', say('452 4.3.1 disk full'), RETRY],
  ['dot', say('550 5.4.5 Daily user sending limit exceeded'), RETRY],
  ['dot', say('550 5.7.1 looks like spam'), RETRY],
  ['dot', say('550 4.7.1 greylisted'), RETRY],
  ['dot', say('552 5.2.2 over quota'), NOBODY],
  ['dot', say('554 5.6.0 content refused'), RETRY],
  ['dot', 'hang up', RETRY],
  ['dot', 'silence', RETRY],
  ['dot', 'drip', RETRY],
  ['after', 'reset', DELIVERED],
];

let dataDir: string;
let store: Store;
let double: SmtpDouble | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'smtp-replies-'));
  store = await openStore({ dataDir, databaseUrl: '' });
});

afterEach(async () => {
  await double?.close();
  double = undefined;
});

afterAll(async () => {
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

/**
 * Lets the outbox try both mails of an enquiry `tries` times, and tells where that leaves them.
 *
 * @param at step at which a server that never answers is waited for
 */
async function outcomesOf(url: string, { tries = 1, at }: { tries?: number; at?: Step } = {}) {
  // A mail that hangs leaves the next one to go on beside it, and the clock to more than one.
  const mails = exampleEnquiry().mails.slice(0, at ? 1 : 2);
  await store.acceptEnquiry(exampleEnquiry({ mails }));
  const before = await store.countMails();
  const clock = createFakeClock(NOON_MS);
  const transport = openSmtpTransport({ url, site: () => EXAMPLE_ADDRESSES, clock });
  /** How each try ended, by the kind of its mail; a pause is about all of them. */
  const ends: { kind: OutgoingMail['kind']; end: string; reason: string }[] = [];
  let begun = 0;
  let underWay = 0;
  let turns = 0;
  const note = (fields: object, message: string) => {
    if (!('mailKind' in fields)) return;
    const { mailKind, kind, reason } = fields as Record<string, string>;
    ends.push({ kind: mailKind as OutgoingMail['kind'], end: `${kind}`, reason: `${reason}` });
    expect(message).not.toContain('another worker');
  };
  const outbox = startOutbox({
    store,
    transport: {
      ...transport,
      deliver(mail, signal) {
        begun += 1;
        underWay += 1;
        return transport.deliver(mail, signal).finally(() => {
          underWay -= 1;
        });
      },
    },
    clock,
    log: { info: note, warn: note, error: note },
    random: () => 0.5,
    parallel: 1,
    digests: TEST_DIGESTS,
  });
  const isPaused = () => ends.some(({ end }) => end === 'pause');
  while (ends.length < mails.length * tries && !isPaused()) {
    // Not a spin: it would keep the store's thread from its work on a busy machine.
    await sleep(1);
    turns += 1;
    if (turns > 40_000) throw new Error(`Hangs: ${JSON.stringify({ begun, underWay, ends })}`);
    const reached = double?.steps.filter((step) => step === at).length;
    const isHanging = at && underWay > 0 && reached === begun;
    const isNextRound = !at && ends.length > 0 && ends.length % mails.length === 0;
    if (isNextRound) await clock.untilAsleep(2);
    if (isHanging || isNextRound) clock.wakeNext();
  }
  await outbox.stop(2_000);
  transport.close();

  const after = await store.countMails();
  const outcomes = mails.map(({ kind }): Outcome => {
    const end = ends.findLast((each) => each.kind === kind)?.end;
    if (isPaused()) return 'queued, uncounted, sending pauses';
    return end === 'retry' ? 'queued, the try counted' : (end as Outcome);
  });
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length;
  // What was logged is what stands in the store.
  expect(after.delivered - before.delivered).toBe(count('delivered'));
  expect(after.failed - before.failed).toBe(count('failed'));
  expect(after.queued).toBe(mails.length - count('delivered') - count('failed'));
  const laterMs = NOON_MS + 86_400_000;
  for (let queued = after.queued; queued > 0; queued -= 1) {
    const claim = await store.claimNextMail(laterMs, LEASE_MS);
    expect(claim?.failedTries).toBe(isPaused() ? 0 : tries);
    if (claim) await store.markDelivered(claim, laterMs);
  }
  const [company, confirmation = company] = outcomes;
  return { company, confirmation, reason: ends.at(-1)?.reason };
}

const both = ([company, confirmation = company]: Outcomes) => ({ company, confirmation });
const isEndless = (behaviour: Behaviour) => behaviour === 'silence' || behaviour === 'drip';

describe('a mail server that answers', () => {
  it.each(REPLIES)('at %s with %j', async (at, behaviour, outcome) => {
    double = await openSmtpDouble((step) => (step === at ? behaviour : undefined));
    const hanging = isEndless(behaviour) ? { at } : {};
    expect(await outcomesOf(double.url, hanging)).toMatchObject(both(outcome));
    expect(double.steps).toContain(at);
  });

  it('with greylisting gets the mail at the second try', async () => {
    let recipients = 0;
    double = await openSmtpDouble((step) => {
      if (step === 'RCPT') recipients += 1;
      return step === 'RCPT' && recipients <= 2 ? say('450 4.2.0 greylisted') : undefined;
    });
    expect(await outcomesOf(double.url, { tries: 2 })).toMatchObject(both(DELIVERED));
    expect(double.messages).toHaveLength(2);
  });
});

describe('a mail server that falls silent', () => {
  it.each([
    ['connect', 'greeting', 5],
    ['EHLO', 'EHLO', 5],
    ['STARTTLS', 'STARTTLS', 2],
    ['AUTH', 'AUTH', 5],
    ['MAIL', 'MAIL FROM', 5],
    ['RCPT', 'RCPT TO', 5],
    ['DATA', 'DATA', 2],
    ['dot', 'final dot', 10],
  ] as const)(
    'at %s is named for it, after the minutes RFC 5321 asks',
    async (at, name, minutes) => {
      const offer = { STARTTLS: 'STARTTLS', AUTH: 'AUTH PLAIN' }[at as string] ?? '8BITMIME';
      double = await openSmtpDouble((step) => {
        if (step === 'EHLO' && at !== 'EHLO') return say(`250-double.example\r\n250 ${offer}`);
        return step === at ? 'silence' : undefined;
      });
      const url = at === 'AUTH' ? double.url.replace('//', '//website:secret@') : double.url;
      const { reason } = await outcomesOf(url, { at });
      expect(reason).toBe(`no answer in ${minutes * 60} s at ${name}`);
      expect(PATIENCE_MS[name]).toBe(minutes * 60_000);
    },
  );
});

describe('a mail server that', () => {
  it('is not there: the mail waits', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    server.close();
    await once(server, 'close');
    expect(await outcomesOf(`smtp://127.0.0.1:${port}`)).toMatchObject(both(RETRY));
  });

  it('has a name nobody knows: the mail waits', async () => {
    expect(await outcomesOf('smtp://mail.invalid:25')).toMatchObject(both(RETRY));
  });

  it('refuses the login: sending pauses', async () => {
    double = await openSmtpDouble((step) => {
      if (step === 'EHLO') return say('250-double.example\r\n250 AUTH PLAIN');
      return step === 'AUTH' ? say('535 5.7.8 wrong password') : undefined;
    });
    expect(await outcomesOf(double.url.replace('//', '//website:secret@'))).toMatchObject(
      both(PAUSE),
    );
  });

  it('cannot check the login for the moment: sending pauses', async () => {
    double = await openSmtpDouble((step) => {
      if (step === 'EHLO') return say('250-double.example\r\n250 AUTH PLAIN');
      return step === 'AUTH' ? say('454 4.7.0 try later') : undefined;
    });
    expect(await outcomesOf(double.url.replace('//', '//website:secret@'))).toMatchObject(
      both(PAUSE),
    );
  });

  it('offers no login although we have one: sending pauses', async () => {
    double = await openSmtpDouble((step) =>
      step === 'AUTH' ? say('502 5.5.1 not known') : undefined,
    );
    expect(await outcomesOf(double.url.replace('//', '//website:secret@'))).toMatchObject(
      both(PAUSE),
    );
    expect(double.messages).toEqual([]);
  });

  it('offers no encryption when the URL requires it: sending pauses', async () => {
    double = await openSmtpDouble((step) =>
      step === 'STARTTLS' ? say('502 5.5.1 not known') : undefined,
    );
    expect(await outcomesOf(`${double.url}?requireTLS=true`)).toMatchObject(both(PAUSE));
    expect(double.messages).toEqual([]);
  });

  // To reach this machine by another name than its own is to reach a remote server.
  it('has its STARTTLS stripped on the way: nothing leaves in the clear', async () => {
    double = await openSmtpDouble((step) =>
      step === 'STARTTLS' ? say('502 5.5.1 not known') : undefined,
    );
    const remote = double.url.replace('127.0.0.1', '0.0.0.0');
    expect(await outcomesOf(remote)).toMatchObject(both(PAUSE));
    expect(double.steps).not.toContain('MAIL');
    expect(await outcomesOf(`${remote}?requireTLS=false`)).toMatchObject(both(DELIVERED));
  });

  it('refuses STARTTLS: sending pauses', async () => {
    double = await openSmtpDouble((step) => {
      if (step === 'EHLO') return say('250-double.example\r\n250 STARTTLS');
      return step === 'STARTTLS' ? say('454 4.7.0 no certificate') : undefined;
    });
    expect(await outcomesOf(double.url)).toMatchObject(both(PAUSE));
  });

  it('hangs up in the middle of the TLS handshake: the mail waits', async () => {
    double = await openSmtpDouble((step) => {
      if (step === 'EHLO') return say('250-double.example\r\n250 STARTTLS');
      return step === 'STARTTLS' ? leave('220 go ahead') : undefined;
    });
    expect(await outcomesOf(double.url)).toMatchObject(both(RETRY));
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
    expect(await outcomesOf(`${scheme}://127.0.0.1:${port}`)).toMatchObject(both(PAUSE));
    expect(taken).toEqual([]);
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  it('speaks no TLS where smtps expects it: sending pauses, and nothing is said in the clear', async () => {
    double = await openSmtpDouble();
    expect(await outcomesOf(double.url.replace('smtp:', 'smtps:'))).toMatchObject(both(PAUSE));
    expect(double.messages).toEqual([]);
  });
});
