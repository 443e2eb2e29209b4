import { execFile } from 'node:child_process';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { exampleEnquiry, NOON_MS, NOT_NOW } from '../../tests/store-examples.ts';
import { openStore } from '../store/open-store.ts';
import { LEASE_MS } from './delivery-state.ts';

const NONE_PUT_OFF = 'gathered: 0\nheld: 0\ndropped: 0\n';
const COMMAND = join(import.meta.dirname, 'outbox-command.ts');

it('shows what the outbox owes, and requeues what failed', { timeout: 60_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'outbox-command-'));
  const store = await openStore({ dataDir, databaseUrl: '' });
  await store.acceptEnquiry(exampleEnquiry());
  const claim = await store.claimNextMail(NOON_MS, LEASE_MS);
  if (!claim) throw new Error('Two mails were owed.');
  await store.markFailed(claim, NOON_MS, NOT_NOW);
  const runIn = async (folder: string, ...args: string[]) => {
    await writeFile(join(dataDir, '.env'), `\ufeffDATA_DIR=${folder}\n`);
    const options = { cwd: dataDir, env: { PATH: process.env.PATH } };
    return (await promisify(execFile)(process.execPath, [COMMAND, ...args], options)).stdout;
  };
  const run = (...args: string[]) => runIn(dataDir, ...args);
  expect(await run()).toBe(
    `${store.description}\nqueued: 1\nsending: 0\ndelivered: 0\nfailed: 1\n${NONE_PUT_OFF}`,
  );
  expect(await run('requeue')).toBe(
    `${store.description}\nRequeued: 1\nqueued: 2\nsending: 0\ndelivered: 0\nfailed: 0\n${NONE_PUT_OFF}`,
  );
  await expect(run('requeue', 'all')).rejects.toThrow(/Expected nothing, or 'requeue'/);
  await store.close();
  // Settings of another place: no word that all is well, and no new database.
  const elsewhere = join(dataDir, 'elsewhere');
  await expect(runIn(elsewhere)).rejects.toThrow(/enquiries.sqlite does not exist/);
  await expect(access(elsewhere)).rejects.toThrow();
  await rm(dataDir, { recursive: true, force: true });
});
