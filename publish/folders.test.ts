import { mkdir, readdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import {
  cachedFolder,
  copyTree,
  createFolder,
  hashFiles,
  removeUnused,
  replaceFile,
} from './folders.ts';

let parent = '';
beforeEach(async () => {
  // Brackets and braces have a special meaning in globs.
  parent = join(await temporaryFolder(), '[a]{b,c}');
  await mkdir(parent);
});

/** Dates a file or folder in the past. */
async function age(name: string, hours: number) {
  const then = new Date(Date.now() - hours * 3_600_000);
  await utimes(join(parent, name), then, then);
}

test('the first of two processes creates a folder, and abandoned folders are removed', async () => {
  for (const [name, hours] of Object.entries({ 'work-old': 25, 'work-running': 23, photos: 25 })) {
    await mkdir(join(parent, name, 'deep'), { recursive: true });
    await age(name, hours);
  }
  for (const process of ['first', 'second']) {
    await createFolder(join(parent, 'one'), (work) => writeFile(join(work, 'by'), process));
  }
  expect(await readFile(join(parent, 'one/by'), 'utf8')).toBe('first');
  const failing = createFolder(join(parent, 'two'), async () => {
    throw new Error('disk full');
  });
  await expect(failing).rejects.toThrow('disk full');
  expect((await readdir(parent)).sort()).toEqual(['one', 'photos', 'work-running']);
});

test('a copy hard-links files unchanged since the previous copy, never its source', async () => {
  const source = join(parent, 'content');
  await mkdir(join(source, 'pages'), { recursive: true });
  await writeFile(join(source, 'pages/home.yaml'), 'one');
  await writeFile(join(source, 'site.yaml'), 'same');
  await copyTree(source, join(parent, 'first'));
  await writeFile(join(source, 'pages/home.yaml'), 'two');
  await copyTree(source, join(parent, 'second'), join(parent, 'first'));

  const inodeOf = async (dir: string) => (await stat(join(parent, dir, 'site.yaml'))).ino;
  expect(await inodeOf('second')).toBe(await inodeOf('first'));
  expect(await inodeOf('first')).not.toBe(await inodeOf('content'));
  const textOf = (dir: string) => readFile(join(parent, dir, 'pages/home.yaml'), 'utf8');
  expect([await textOf('first'), await textOf('second')]).toEqual(['one', 'two']);
});

test('a hash changes with the content and the name of any file', async () => {
  const hashes = new Set<string>();
  for (const text of ['1', '2']) {
    await writeFile(join(parent, 'a.yaml'), text);
    hashes.add(await hashFiles(parent));
  }
  await rename(join(parent, 'a.yaml'), join(parent, 'b.yaml'));
  hashes.add(await hashFiles(parent));
  expect(hashes.size).toBe(3);
});

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

test('a file that could not be replaced leaves nothing beside it', async () => {
  await mkdir(join(parent, 'page.yaml'));
  await expect(replaceFile(join(parent, 'page.yaml'), 'title: Home')).rejects.toThrow();
  expect(await readdir(parent)).toEqual(['page.yaml']);
});
