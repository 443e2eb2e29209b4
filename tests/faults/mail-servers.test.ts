import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../runtime/log.ts';
import { createMailer } from '../../server/outbox/create-mailer.ts';
import { startOutbox } from '../../server/outbox/outbox.ts';
import type { Store } from '../../server/store/store.ts';
import { needs } from '../runner/skips.ts';
import { TEST_RELEASE } from '../support/content/test-release.ts';
import { AS_INSTALLED } from '../support/servers/mail-servers/postfix.ts';
import { type RealMailServer, startMailServer } from '../support/servers/mail-servers.ts';
import { exampleEnquiry } from '../support/store/examples.ts';
import { openTestStore } from '../support/temporary-folder.ts';

/** Tests the table in docs/guarantees.md: what becomes of both mails of an enquiry. */

const HOUR_MS = 3_600_000;
const VISITOR = 'zoe@visitor.example';

interface Row {
  behaviour: string;
  visitor?: string;
  login?: string;
  /** The state and the attempts, then what the server said. */
  company: string;
  confirmation: string;
}

const both = (outcome: string) => ({ company: outcome, confirmation: outcome });
/**
 * The outcome when the server fails: no attempt is counted, and the mails are due when the pause
 * ends.
 */
const serverFailure = (reason: string) => both(`queued 0: ${reason}`);
/** The outcome for a refused mail: one attempt is counted, and the mail backs off. */
const refused = (reason: string) => `queued 1: ${reason}`;
const DELIVERED = 'delivered 1';

const POSTFIX: Row[] = [
  { behaviour: 'as installed', ...both(DELIVERED) },
  { behaviour: 'requires TLS', ...both(DELIVERED) },
  { behaviour: 'wants a full name', ...both(DELIVERED) },
  {
    behaviour: 'as installed',
    visitor: 'nobody@local.example',
    company: DELIVERED,
    confirmation:
      'failed 1: 550 5.1.1 [address] Recipient address rejected: User unknown in local recipient table at RCPT TO',
  },
  {
    behaviour: 'relays for nobody',
    company: DELIVERED,
    confirmation: refused('554 5.7.1 [address] Relay access denied at RCPT TO'),
  },
  {
    behaviour: 'refuses the sender',
    ...both(refused('554 5.7.1 [address] Sender address rejected: Access denied at RCPT TO')),
  },
  {
    behaviour: 'refuses another owner',
    ...both(
      refused('553 5.7.1 [address] Sender address rejected: not owned by user website at RCPT TO'),
    ),
  },
  {
    behaviour: 'has us on a block list',
    ...both(
      refused(
        '554 5.7.1 <localhost[127.0.0.1]>: Client host rejected: blocked using zen.example at RCPT TO',
      ),
    ),
  },
  {
    behaviour: 'greylists',
    ...both(
      refused('450 4.7.1 [address] Recipient address rejected: Service unavailable at RCPT TO'),
    ),
  },
  {
    behaviour: 'takes small mails',
    ...both(refused('552 5.3.4 Error: message file too big at DATA')),
  },
  {
    behaviour: 'filters the content',
    ...both(refused('550 5.7.1 message content rejected at DATA')),
  },
  {
    behaviour: 'refuses at MAIL FROM',
    ...serverFailure('554 5.7.1 [address] Sender address rejected: Access denied at MAIL FROM'),
  },
  {
    behaviour: 'refuses the client at once',
    ...serverFailure(
      '554 5.7.1 <localhost[127.0.0.1]>: Client host rejected: Access denied at connection',
    ),
  },
];

const EXIM: Row[] = [
  { behaviour: 'takes everything', ...both(DELIVERED) },
  {
    behaviour: 'relays for nobody',
    company: DELIVERED,
    confirmation: refused('550 relay not permitted at RCPT TO'),
  },
  {
    behaviour: 'verifies the recipient',
    company: DELIVERED,
    confirmation: refused('550 Unrouteable address at RCPT TO'),
  },
  {
    behaviour: 'defers the recipient',
    ...both(refused('451 Temporary local problem - please try later at RCPT TO')),
  },
  {
    behaviour: 'filters the content',
    ...both(refused('550 This message scored 9.9 spam points. at DATA')),
  },
  { behaviour: 'asks for a login', login: 'website:geheim@', ...both(DELIVERED) },
  {
    behaviour: 'asks for a login',
    login: 'website:fout@',
    ...serverFailure('535 Incorrect authentication data at AUTH PLAIN'),
  },
  { behaviour: 'asks for a login', ...serverFailure('550 Authentication required at MAIL FROM') },
  { behaviour: 'hangs up after the content', ...both(refused('550 Bye at DATA')) },
];

const OPENSMTPD: Row[] = [
  { behaviour: 'knows one domain', visitor: 'info@local.example', ...both(DELIVERED) },
  {
    behaviour: 'knows one domain',
    company: DELIVERED,
    confirmation: refused('550 Invalid recipient: [address] at RCPT TO'),
  },
  {
    behaviour: 'knows one domain',
    visitor: 'nobody@local.example',
    company: DELIVERED,
    confirmation: refused('524 5.2.4 Mailing list expansion problem: [address] at RCPT TO'),
  },
  {
    behaviour: 'refuses at MAIL FROM',
    ...serverFailure('550 5.7.1 No at MAIL FROM'),
  },
  {
    behaviour: 'refuses the content',
    visitor: 'info@local.example',
    ...both(refused('554 5.6.0 Refused at DATA')),
  },
  {
    behaviour: 'disconnects at DATA',
    visitor: 'info@local.example',
    ...both(refused('421 4.7.0 Too many connections at DATA')),
  },
];

const SERVERS = [
  { name: 'postfix', good: 'as installed', rows: POSTFIX },
  { name: 'exim', good: 'takes everything', rows: EXIM },
  { name: 'opensmtpd', good: 'knows one domain', rows: OPENSMTPD },
] as const;

for (const { name, good, rows } of SERVERS) {
  describe(name, needs('mailServers', 'root', 'namespaces'), () => {
    let server: RealMailServer;
    beforeAll(async () => {
      server = await startMailServer[name]();
    });
    afterAll(() => server.close());

    const cases = rows.map(({ login = '', visitor = VISITOR, ...row }) => {
      const does = row.behaviour === AS_INSTALLED ? `is ${AS_INSTALLED}` : row.behaviour;
      const as = login && ` and we log in as ${login.replace('@', '')}`;
      const when = `${name} ${does}${as}`;
      return [visitor, when, { ...row, login, visitor }] as const;
    });
    test.each(cases)('the mails of %s end as documented when %s', async (_visitor, _when, row) => {
      const { behaviour, login, visitor, company, confirmation } = row;
      const { store } = await openTestStore();
      const fields = { email: visitor, name: 'Zoë', message: 'Dag' };
      await store.storeEnquiry(exampleEnquiry({ fields, receivedAtMs: Date.now() }));

      const stop = deliverTo(server.urlOf(behaviour).replace('//', `//${login}`), store);
      const mails = await untilTried(store);
      expect(mails).toEqual({ company, confirmation });
      await stop();

      // The heartbeat reports these mails.
      const health = await store.health(Date.now() + HOUR_MS + 1000);
      expect(health.late).toBe(company === DELIVERED ? 0 : 1);
      const isRefusedForGood = /^queued 1: 5/.test(confirmation);
      const { domains } = await store.refusedConfirmations();
      expect(domains).toBe(isRefusedForGood ? 1 : 0);

      // Somebody corrects the setting.
      const isUnknownHere = name === 'opensmtpd' && visitor !== 'info@local.example';
      if (confirmation.startsWith('failed') || isUnknownHere) return;
      await store.requeueMail(Date.now());
      deliverTo(server.urlOf(good), store);
      await expect.poll(() => statesOf(store)).toEqual(['delivered', 'delivered']);
      expect(await store.refusedConfirmations()).toEqual({ domains: 0 });
    });
  });
}

/** Delivers until the test ends, or until the function that it returns is called. */
function deliverTo(smtpUrl: string, store: Store): () => Promise<void> {
  const log = createLog('silent');
  const at = (local: string) => ({ name: '', address: `${local}@local.example` });
  const settings = {
    SMTP_URL: smtpUrl,
    DATA_DIR: '/nowhere',
    MAIL_FROM: at('website'),
    MAIL_TO: [at('info')],
  };
  const outbox = startOutbox({ store, log, ...createMailer(settings, () => TEST_RELEASE, log) });
  const stop = () => outbox.stop(5_000);
  onTestFinished(stop);
  return stop;
}

const mailsOf = async (store: Store) => (await store.listEnquiries()).flatMap(({ mails }) => mails);
const statesOf = async (store: Store) => (await mailsOf(store)).map(({ state }) => state);

async function untilTried(store: Store): Promise<Record<string, string>> {
  await expect
    .poll(async () =>
      (await mailsOf(store)).every(({ state, lastError }) => state !== 'queued' || lastError),
    )
    .toBe(true);
  const outcomes = (await mailsOf(store)).map(({ kind, state, attempts, lastError }) => [
    kind,
    `${state} ${attempts}${lastError ? `: ${lastError}` : ''}`,
  ]);
  return Object.fromEntries(outcomes);
}
