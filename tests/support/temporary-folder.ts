import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore } from '../../server/store/store.ts';

/** A folder for the running test, removed after every `afterEach`. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** An SQLite store for the running test. */
export async function openTestStore() {
  const dataDir = join(await temporaryFolder(), 'data');
  const store = await openStore({ DATA_DIR: dataDir, DATABASE_URL: '' });
  onTestFinished(() => store.close());
  return { store, dataDir };
}
