import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { cachedFolder, removeUnused } from './cached-folders.ts';

let parent = '';
beforeEach(async () => {
  parent = await temporaryFolder();
});

/** Dates a file or folder in the past. */
async function age(name: string, hours: number) {
  const then = new Date(Date.now() - hours * 3_600_000);
  await utimes(join(parent, name), then, then);
}

test('a cached folder is built once and removed after a month without use', async () => {
  let builds = 0;
  const use = (key: string) =>
    cachedFolder(parent, key, async (work) => {
      builds++;
      await writeFile(join(work, 'photo'), key);
    });
  for (const key of ['unused', 'used', 'used']) {
    expect(await readFile(join(await use(key), 'photo'), 'utf8')).toBe(key);
  }
  expect(builds).toBe(2);
  for (const key of ['unused', 'used']) await age(key, 31 * 24);
  await use('used');
  await removeUnused(parent);
  expect(await readdir(parent)).toEqual(['used']);
});
