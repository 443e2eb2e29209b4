import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWorkFolder, putInPlace, replaceFile } from './folders.ts';

let parent = '';
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'folders-'));
});
afterEach(() => rm(parent, { recursive: true }));

test('a work folder is empty and its caller’s alone', async () => {
  const [first, second] = [await openWorkFolder(parent), await openWorkFolder(parent)];
  expect(first).not.toBe(second);
  expect(await readdir(first)).toEqual([]);
});

test('a work folder whose process was killed is cleared away, that of a running one stays', async () => {
  const killed = `work-${spawnSync(process.execPath, ['-e', '']).pid}-1`;
  const running = `work-${process.ppid}-1`;
  for (const name of [killed, running, 'photos']) {
    await mkdir(join(parent, name, 'deep'), { recursive: true });
  }
  await openWorkFolder(parent);
  const names = await readdir(parent);
  expect(names).toEqual(expect.arrayContaining([running, 'photos']));
  expect(names).not.toContain(killed);
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
