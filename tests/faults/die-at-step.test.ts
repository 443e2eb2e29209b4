import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { SEED } from '../runner/soak.ts';
import { openMailbox } from '../support/servers/mailbox.ts';
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

// The first steps belong to the migration, which the next process repeats.
test('a crash at any step loses no acknowledged enquiry and repeats only claimed mails', async () => {
  const mailbox = await openMailbox();
  const SMTP_PORT = new URL(mailbox.url).port;
  let runs = 0;
  let repeats = 0;
  let n = 1 + (SEED % STRIDE);
  for (; ; n += STRIDE) {
    const DATA_DIR = await temporaryFolder();
    const IDEMPOTENCY_KEY = randomUUID();
    const env = { DATA_DIR, SMTP_URL: mailbox.url, SMTP_PORT, IDEMPOTENCY_KEY };
    const first = await run({ ...env, DIE_AT: String(n) });
    const where = `died at step ${n} (SEED=${SEED}), printed ${first.output || 'nothing'}`;
    if (first.died) {
      // The visitor's browser sends the same submission again, to the next process.
      const second = await run({ ...env, CLOCK_OFFSET_MS: String(LATER_MS) });
      if (first.output === 'stored') expect([where, second.output]).toEqual([where, 'repeated']);
      expect(['stored', 'repeated'], where).toContain(second.output);
    }
    const mine = mailbox.mails.filter(({ email }) => email.text?.includes(IDEMPOTENCY_KEY));
    const ids = new Set(mine.map(({ email }) => `${email.messageId} ${email.date}`));
    expect([where, ids.size, mine.length <= 2]).toEqual([where, 1, true]);
    runs += 1;
    repeats += mine.length - 1;
    if (!first.died) break;
  }
  expect(n).toBeGreaterThan(40);
  // Only a crash between the mail server's reply and the record of it repeats a mail. Steps of the
  // confirmation, which the other worker sends in parallel, may fall in between.
  expect(repeats).toBeLessThan(runs / 4);
  await mailbox.close();
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
