import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LEASE_MS } from '../../server/outbox/delivery-state.ts';
import { PARALLEL_DELIVERIES } from '../../server/outbox/open-transport.ts';
import { openStore } from '../../server/store/open-store.ts';
import { type Mailbox, openMailbox } from '../mailbox.ts';
import { startPostgres, type TestPostgres } from '../postgres.ts';
import { count } from '../soak.ts';
import { startSiteServer } from '../support/site-server.ts';
import { faultTimeoutMs } from './fault-report.ts';
import { FAULT_SETTINGS, sendUntilGone } from './post-enquiry.ts';
import { startOutboxProcess } from './start-outbox-process.ts';

/**
 * SIGKILL to the real server while visitors send: no enquiry answered with 202 may be lost, and no
 * mail come twice but those in its hands.
 */

const KILLS = count(1);
const VISITORS = 6;
/** A server is killed after some number of answers, at most this, while the next are under way. */
const MOST_ANSWERS = 10;
/** And a moment later, so that it dies at any point of its work. */
const LONGEST_MOMENT_MS = 15;

let postgres: TestPostgres;
let mailbox: Mailbox;
const results: string[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  mailbox = await openMailbox();
}, 60_000);

afterAll(async () => {
  await mailbox?.close();
  await postgres?.dispose();
});

it.each(['SQLite', 'PostgreSQL'])(
  '%s: loses no acknowledged enquiry and neither of its mails',
  {
    timeout: faultTimeoutMs(KILLS, 10_000),
  },
  async (kind) => {
    mailbox.mails.length = 0;
    const dataDir = await mkdtemp(join(tmpdir(), 'kill-under-load-'));
    const databaseUrl = kind === 'SQLite' ? '' : await postgres.createDatabase();
    const acknowledged = new Set<string>();
    let putOff = 0;
    for (let kills = 0; kills < KILLS; kills += 1) {
      const server = await startSiteServer({
        dataDir,
        env: {
          ...FAULT_SETTINGS,
          DATABASE_URL: databaseUrl,
          SMTP_URL: mailbox.url,
        },
      });
      const before = acknowledged.size;
      const load = Array.from({ length: VISITORS }, () =>
        sendUntilGone(server.url, acknowledged, () => {
          putOff += 1;
        }),
      );
      const answers = Math.ceil(Math.random() * MOST_ANSWERS);
      while (acknowledged.size < before + answers) await sleep(1);
      await sleep(Math.random() * LONGEST_MOMENT_MS);
      await server.kill();
      await Promise.all(load);
    }

    const store = await openStore({ dataDir, databaseUrl });
    const lost = [];
    for (const submissionId of acknowledged) {
      if (!(await store.findSubmission(submissionId))) lost.push(submissionId);
    }
    expect(lost).toEqual([]);

    // Whatever the killed servers held is taken over once their leases have run out.
    const rest = await startOutboxProcess({
      dataDir,
      databaseUrl,
      smtpUrl: mailbox.url,
      clockAheadMs: 2 * LEASE_MS,
    });
    await rest.untilDelivered(store);
    await rest.stop();
    await store.close();

    const arrived = { company: new Set<string>(), confirmation: new Set<string>() };
    for (const { recipients, email } of mailbox.mails) {
      const inText = /aanvraag ([0-9a-f-]{36})\./.exec(email.text ?? '')?.[1];
      if (inText) arrived.company.add(inText);
      else arrived.confirmation.add(String(recipients[0]).split('@')[0] ?? '');
    }
    expect([...acknowledged].filter((id) => !arrived.company.has(id))).toEqual([]);
    expect([...acknowledged].filter((id) => !arrived.confirmation.has(id))).toEqual([]);
    const messageIds = mailbox.mails.map(({ email }) => email.messageId);
    const repeats = messageIds.length - new Set(messageIds).size;
    // At most the mails that the killed one had in its hands.
    expect(repeats).toBeLessThanOrEqual(KILLS * PARALLEL_DELIVERIES);
    // A run in which nothing was acknowledged would prove nothing.
    expect(acknowledged.size).toBeGreaterThan(0);
    results.push(
      `${kind}: ${acknowledged.size} acknowledged, 0 lost, 0 without both mails, ${repeats} of ${messageIds.length} mails came a second time, ${putOff} answered 'not now'`,
    );
    await rm(dataDir, { recursive: true, force: true });
  },
);
