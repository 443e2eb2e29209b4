import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { copyTree } from './copy-files.ts';

let parent = '';
beforeEach(async () => {
  // Brackets and braces have a special meaning in globs.
  parent = join(await temporaryFolder(), '[a]{b,c}');
  await mkdir(parent);
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
