import { randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openTestDesk } from '../../../tests/desk/test-desk.ts';
import { FIXTURE_CONTENT_DIR } from '../../../tests/support/content/fixture-content.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { createMutex, type RunExclusive } from '../../shared/mutex.ts';
import { copiesDir, type Folders } from '../desk-folders.ts';
import { startErasingBin } from './erase-expired-bin.ts';
import { eraseExpiredFromBin, putInBin } from './recycle-bin.ts';

const DAY_MS = 24 * 3_600_000;

afterEach(() => void vi.restoreAllMocks());

async function emptyFolders(): Promise<Folders> {
  const root = await temporaryFolder();
  const [contentDir, siteDir, cacheDir, deskDir] = ['content', 'dist', 'cache', 'desk'].map(
    (name) => join(root, name),
  ) as [string, string, string, string];
  return { contentDir, siteDir, cacheDir, deskDir };
}

/** Puts a photo into the bin, as if it was removed so long ago. */
async function removePhoto(folders: Folders, ageMs: number) {
  const removedAtMs = Date.now() - ageMs;
  const clock = vi.spyOn(Date, 'now').mockReturnValue(removedAtMs);
  await putInBin(folders, { path: 'photos/taart.jpg' }, (file) => writeFile(file, 'taart'));
  clock.mockRestore();
}

const countIn = async ({ deskDir }: Folders) => (await readdir(join(deskDir, 'bin'))).length;

test('what has been in the bin for 30 days is erased although nobody opens the bin', async () => {
  const folders = await emptyFolders();
  await removePhoto(folders, 31 * DAY_MS);
  await removePhoto(folders, 29 * DAY_MS);
  const { deskDir } = folders;
  const desk = await openTestDesk({ contentDir: FIXTURE_CONTENT_DIR, deskDir });
  onTestFinished(() => desk.close());
  await expect.poll(() => countIn(desk.folders)).toBe(1);
});

test('what an interrupted removal left is erased after a day', async () => {
  const folders = await emptyFolders();
  await removePhoto(folders, 0);
  const bin = join(folders.deskDir, 'bin');
  const [listed = ''] = await readdir(bin);
  const [left, filled] = [randomUUID(), 'work-abc'];
  for (const name of [left, filled]) {
    await mkdir(join(bin, name));
    await writeFile(join(bin, name, 'file'), 'taart');
  }
  await eraseExpiredFromBin(folders);
  expect(await readdir(bin)).toHaveLength(3);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * DAY_MS);
  await eraseExpiredFromBin(folders);
  expect(await readdir(bin)).toEqual([listed]);
});

test('a photo that expires while the desk runs is erased with its smaller copies, also after a failure', async () => {
  const folders = await emptyFolders();
  await removePhoto(folders, 29 * DAY_MS);
  const [copy, other] = ['taart-3fa9c1d2-320.jpg', 'soep-3fa9c1d2-320.jpg'];
  await mkdir(copiesDir(folders), { recursive: true });
  for (const name of [copy, other]) await writeFile(join(copiesDir(folders), name), name);
  const mutex = createMutex();
  let runs = 0;
  const failingOnce: RunExclusive = (work) => {
    runs += 1;
    if (runs === 2) return Promise.reject(new Error('the disk cannot be read'));
    return mutex(work);
  };
  const nowMs = Date.now();
  // Each run is a day after the one before.
  vi.spyOn(Date, 'now').mockImplementation(() => nowMs + runs * DAY_MS);
  const erasing = startErasingBin(folders, failingOnce, () => false, 10);
  onTestFinished(() => erasing.stop());
  await expect.poll(() => countIn(folders)).toBe(0);
  expect(runs).toBeGreaterThan(2);
  expect(await readdir(copiesDir(folders))).toEqual([other]);
});

test('nothing is erased while a job runs, which may be reading the smaller copies', async () => {
  const folders = await emptyFolders();
  await removePhoto(folders, 31 * DAY_MS);
  const mutex = createMutex();
  let rounds = 0;
  const counting: RunExclusive = async (work) => {
    const result = await mutex(work);
    rounds += 1;
    return result;
  };
  let isJobRunning = true;
  const erasing = startErasingBin(folders, counting, () => isJobRunning, 10);
  onTestFinished(() => erasing.stop());
  await expect.poll(() => rounds).toBeGreaterThan(2);
  expect(await countIn(folders)).toBe(1);
  isJobRunning = false;
  await expect.poll(() => countIn(folders)).toBe(0);
});
