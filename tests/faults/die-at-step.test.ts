import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openStore } from '../../server/store/store.ts';
import { SEED } from '../runner/soak.ts';
import { openMailbox, type ReceivedMail } from '../support/servers/mailbox.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// A busy machine needs longer; no test here asserts how long something takes.
vi.setConfig({ testTimeout: 600_000 });

const PRELOAD = resolve(import.meta.dirname, 'die-at-step.ts');
const PROGRAM = resolve(import.meta.dirname, 'enquiry-process.ts');
/** Later than the lease and the backoff of one attempt. */
const LATER_MS = 20 * 60_000;
/** With SOAK=1 every step is tried, else every eighth, beginning with one that SEED chooses. */
const STRIDE = process.env.SOAK ? 1 : 8;

interface Run {
  /** Whether the process died. */
  died: boolean;
  /** The result that it printed, if any. */
  output: string;
}

function run(env: Record<string, string>): Promise<Run> {
  return new Promise((done, fail) => {
    execFile(
      process.execPath,
      ['--import', PRELOAD, PROGRAM],
      { env: { PATH: process.env.PATH, ...env } },
      (error, stdout, stderr) => {
        if (error && error.signal !== 'SIGKILL') fail(new Error(stderr));
        else done({ died: error !== null, output: stdout.trim() });
      },
    );
  });
}

/** Whether the database says that the company mail was delivered. It reads a copy of the folder. */
async function isRecorded(dataDir: string): Promise<boolean> {
  const copy = join(await temporaryFolder(), 'data');
  await cp(dataDir, copy, { recursive: true });
  const store = await openStore({ DATA_DIR: copy, DATABASE_URL: '' });
  const enquiries = await store.listEnquiries();
  await store.close();
  const mails = enquiries.flatMap((enquiry) => enquiry.mails);
  return mails.some(({ kind, state }) => kind === 'company' && state === 'delivered');
}

// The first steps belong to the migration, which the next process repeats.
test('a crash at any step loses no acknowledged enquiry and repeats no mail whose delivery was recorded', async () => {
  const before = await openMailbox();
  const after = await openMailbox();
  const SMTP_PORT = new URL(before.url).port;
  let n = 1 + (SEED % STRIDE);
  for (; ; n += STRIDE) {
    const DATA_DIR = await temporaryFolder();
    const IDEMPOTENCY_KEY = randomUUID();
    const env = { DATA_DIR, IDEMPOTENCY_KEY };
    const first = await run({ ...env, SMTP_URL: before.url, SMTP_PORT, DIE_AT: String(n) });
    const where = `died at step ${n} (SEED=${SEED}), printed ${first.output || 'nothing'}`;
    const wasRecorded = await isRecorded(DATA_DIR);
    // The visitor's browser sends the same submission again, to the next process.
    const second = await run({ ...env, SMTP_URL: after.url, CLOCK_OFFSET_MS: String(LATER_MS) });
    if (first.output === 'stored') expect([where, second.output]).toEqual([where, 'repeated']);
    expect(['stored', 'repeated'], where).toContain(second.output);
    const [sent, sentAgain] = [before, after].map(({ mails }) =>
      mails.filter(({ email }) => email.text?.includes(IDEMPOTENCY_KEY)),
    ) as [ReceivedMail[], ReceivedMail[]];
    const ids = new Set(
      [...sent, ...sentAgain].map(({ email }) => `${email.messageId} ${email.date}`),
    );
    expect([where, ids.size]).toEqual([where, 1]);
    // A process that lived recorded the delivery.
    const isSettled = wasRecorded || !first.died;
    if (isSettled) expect([where, sent.length, sentAgain.length]).toEqual([where, 1, 0]);
    else expect([where, sent.length <= 1, sentAgain.length]).toEqual([where, true, 1]);
    if (!first.died) break;
  }
  expect(n).toBeGreaterThan(40);
  await before.close();
  await after.close();
});

test('mail files are complete after a crash at any step of delivery', async () => {
  let deaths = 0;
  for (let n = 30 + (SEED % STRIDE); ; n += STRIDE) {
    const DATA_DIR = await temporaryFolder();
    const { died } = await run({ DATA_DIR, IDEMPOTENCY_KEY: randomUUID(), DIE_AT: String(n) });
    const folder = join(DATA_DIR, 'mail');
    const kept = await readdir(folder).catch(() => []);
    const names = kept.filter((name) => !name.startsWith('.'));
    for (const name of names) {
      const isWhole = (await readFile(join(folder, name), 'utf8')).endsWith('--\r\n');
      expect([n, isWhole]).toEqual([n, true]);
    }
    if (died) {
      deaths += 1;
      continue;
    }
    expect(names).toHaveLength(2);
    expect(deaths).toBeGreaterThan(0);
    break;
  }
});
