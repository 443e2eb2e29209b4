import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyTree, hashFiles, openWorkFolder, putInPlace, replaceFile } from './folders.ts';

let parent = '';
beforeEach(async () => {
  // Brackets and braces mean something else in a glob.
  parent = await mkdtemp(join(tmpdir(), 'folders-[a]{b,c}-'));
});
afterEach(() => rm(parent, { recursive: true }));

test('a work folder is its caller’s alone; one that was left behind yesterday is removed', async () => {
  for (const [name, hours] of [
    ['work-old', 25],
    ['work-running', 23],
    ['photos', 25],
  ] as const) {
    await mkdir(join(parent, name, 'deep'), { recursive: true });
    const then = new Date(Date.now() - hours * 3_600_000);
    await utimes(join(parent, name), then, then);
  }
  const [first, second] = [await openWorkFolder(parent), await openWorkFolder(parent)];
  expect(first).not.toBe(second);
  expect(await readdir(first)).toEqual([]);
  const names = await readdir(parent);
  expect(names).toEqual(expect.arrayContaining(['work-running', 'photos']));
  expect(names).not.toContain('work-old');
});

test('of two folders that get one name the first stays, whole', async () => {
  const target = join(parent, 'releases', 'one');
  for (const whose of ['first', 'second']) {
    const work = await openWorkFolder(parent);
    await writeFile(join(work, 'whose'), whose);
    await putInPlace(work, target);
  }
  expect(await readFile(join(target, 'whose'), 'utf8')).toBe('first');
  expect(await readdir(parent)).toEqual(['releases']);
});

test('a file is replaced, and nothing is left beside it', async () => {
  const file = join(parent, 'current');
  await replaceFile(file, 'one');
  await replaceFile(file, 'two');
  expect(await readFile(file, 'utf8')).toBe('two');
  expect(await readdir(parent)).toEqual(['current']);
});

test('a copy shares what is unchanged with the copy before, and never with its source', async () => {
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
  for (const [name, text] of [
    ['a.yaml', '1'],
    ['a.yaml', '2'],
    ['b.yaml', '2'],
  ] as const) {
    await rm(join(parent, 'x'), { recursive: true, force: true });
    await mkdir(join(parent, 'x'));
    await writeFile(join(parent, 'x', name), text);
    hashes.add(await hashFiles(join(parent, 'x')));
  }
  expect(hashes.size).toBe(3);
});
