import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { LEASE_MS } from '../../server/outbox/delivery-state.ts';
import { PARALLEL_DELIVERIES } from '../../server/outbox/open-transport.ts';
import { openStore } from '../../server/store/open-store.ts';
import { hasProgram, type Machine, NAME, openMachine } from '../deploy/machine.ts';
import { type Mailbox, openMailbox } from '../mailbox.ts';
import { startPostgres, type TestPostgres } from '../postgres.ts';
import { page, TEST_FILES, TEST_RELEASE } from '../test-release.ts';
import { faultCount, faultRow, faultTimeoutMs } from './fault-report.ts';
import { FAULT_SETTINGS, newPost } from './post-enquiry.ts';
import { startOutboxProcess } from './start-outbox-process.ts';

/**
 * Two processes on one PostgreSQL behind nginx, and SIGKILL to one of them under load, the one and the
 * other in turn: visitors see nothing of it.
 */

const KILLS = faultCount({ quick: 0, usual: 6, soak: 60 });
const MISSING = !hasProgram('nginx', '-v') || !hasProgram('curl', '--version');

vi.setConfig({ hookTimeout: 240_000 });

let postgres: TestPostgres;
let mailbox: Mailbox;
let machine: Machine;
let databaseUrl = '';
let said = '';

beforeAll(async () => {
  if (KILLS === 0 || MISSING) return;
  postgres = await startPostgres();
  mailbox = await openMailbox();
  databaseUrl = await postgres.createDatabase();
  machine = await openMachine({
    ...FAULT_SETTINGS,
    SMTP_URL: mailbox.url,
    DATABASE_URL: databaseUrl,
  });
  const files = { ...TEST_FILES, 'home.html': page('Home') };
  const id = '20261101T120000Z-3fa9c1d2';
  const file = await machine.pack({ ...TEST_RELEASE, id }, files);
  await machine.website('install', file, '--name', NAME, '--yes');
  // As 'Several processes' in docs/operate.md has it.
  const [first, second] = machine.ports;
  const processes = join(machine.root, 'etc/nginx/website-processes.conf');
  await symlink(`versions/website-${id}`, join(machine.root, `opt/website/${second}`));
  await machine.systemctl('start', `website@${second}`);
  await writeFile(
    processes,
    [first, second].map((port) => `server 127.0.0.1:${port} max_fails=0;\n`).join(''),
  );
  await untilWell(second);
  await machine.systemctl('reload', 'nginx');
});

afterAll(async () => {
  await machine?.dispose();
  await mailbox?.close();
  await postgres?.dispose();
});

async function untilWell(port: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/status`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(50);
  }
}

it.skipIf(KILLS === 0 || MISSING)(
  'no page load fails, no acknowledged enquiry is lost, and none is mailed twice but what the dead one held',
  { timeout: faultTimeoutMs(KILLS, 20_000) },
  async () => {
    const failed: string[] = [];
    const acknowledged = new Set<string>();
    let loads = 0;
    let repeated = 0;
    const isOver = new AbortController();
    const repeat = async (run: () => Promise<void>) => {
      while (!isOver.signal.aborted) {
        await run().catch((error: Error) => failed.push(error.message));
      }
    };
    const visitors = Array.from({ length: 4 }, () =>
      repeat(async () => {
        const { status } = await machine.ask('/home');
        expect(status).toBe(200);
        loads += 1;
      }),
    );
    const senders = Array.from({ length: 3 }, () =>
      repeat(async () => {
        const { submissionId, body } = await newPost();
        const headers = {
          'content-type': 'application/json',
          'idempotency-key': submissionId,
          'sec-fetch-site': 'same-origin',
        };
        // As the browser does: again under the same id when the answer is lost.
        for (;;) {
          const { status } = await machine.ask('/api/mail/maanzaad', {
            method: 'POST',
            headers,
            body,
          });
          if (status === 202) break;
          expect([502, 503, 504]).toContain(status);
          repeated += 1;
          await sleep(100);
        }
        acknowledged.add(submissionId);
      }),
    );
    for (let kill = 0; kill < KILLS; kill += 1) {
      const port = Number(machine.ports[kill % 2]);
      const before = acknowledged.size;
      while (acknowledged.size < before + 5 && failed.length === 0) await sleep(5);
      const pid = Number(await readFile(join(machine.root, `run/${port}.pid`), 'utf8'));
      process.kill(pid, 'SIGKILL');
      const atDeath = loads;
      while (loads < atDeath + 50 && failed.length === 0) await sleep(5);
      await machine.systemctl('start', `website@${port}`);
      await untilWell(port);
    }
    isOver.abort();
    await Promise.all([...visitors, ...senders]);
    expect(failed).toEqual([]);

    for (const port of machine.ports) await machine.systemctl('stop', `website@${port}`);
    const place = { dataDir: join(machine.root, 'var/lib/website'), databaseUrl };
    const store = await openStore(place);
    for (const id of acknowledged) expect(await store.findSubmission(id), id).toBeDefined();
    // What the dead ones held is taken over once their leases have run out.
    const rest = await startOutboxProcess({
      ...place,
      smtpUrl: mailbox.url,
      clockAheadMs: 2 * LEASE_MS,
    });
    await rest.untilDelivered(store);
    await rest.stop();
    await store.close();
    const texts = mailbox.mails.map(({ email }) => email.text).join('\n');
    for (const id of acknowledged) expect(texts).toContain(`aanvraag ${id}.`);
    const ids = mailbox.mails.map(({ email }) => email.messageId);
    const twice = ids.length - new Set(ids).size;
    expect(twice).toBeLessThanOrEqual(KILLS * PARALLEL_DELIVERIES);
    said = `${loads} page loads, 0 failed; ${acknowledged.size} acknowledged, 0 lost; ${repeated} sent again by the browser; ${twice} of ${ids.length} mails came a second time`;
  },
);

faultRow('SIGKILL to one of two processes behind nginx (PostgreSQL)', () => ({
  count: `${KILLS} kills`,
  result: said,
}));
