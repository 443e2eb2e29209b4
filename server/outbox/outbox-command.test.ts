import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { LEASE_MS } from '../../enquiry/delivery-state.ts';
import { openStore } from '../store/open-store.ts';
import { exampleEnquiry, NOON_MS } from '../store/store-examples.ts';

const COMMAND = join(import.meta.dirname, 'outbox-command.ts');

it('shows what the outbox owes, and requeues what failed', { timeout: 60_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'outbox-command-'));
  const store = await openStore({ dataDir, databaseUrl: '' });
  await store.acceptEnquiry(exampleEnquiry());
  const claim = await store.claimNextMail(NOON_MS, LEASE_MS);
  if (!claim) throw new Error('Two mails were owed.');
  await store.markFailed(claim, NOON_MS, '550');
  const run = async (...args: string[]) => {
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
    return (await promisify(execFile)(process.execPath, [COMMAND, ...args], { env })).stdout;
  };
  expect(await run()).toBe('queued: 1\nsending: 0\ndelivered: 0\nfailed: 1\n');
  expect(await run('requeue')).toBe(
    'Requeued: 1\nqueued: 2\nsending: 0\ndelivered: 0\nfailed: 0\n',
  );
  await expect(run('requeue', 'all')).rejects.toThrow(/Expected nothing, or 'requeue'/);
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});
