import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepContent } from './keep-content.ts';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'keep-content-'));
  await mkdir(join(dir, 'content/photos'), { recursive: true });
  await writeFile(join(dir, 'content/site.yaml'), 'one');
  await writeFile(join(dir, 'content/photos/a.jpg'), 'photo');
});
afterEach(() => rm(dir, { recursive: true }));

test('keeps each file as it was, and what did not change only once', async () => {
  await keepContent(join(dir, 'content'), join(dir, '1'), undefined);
  await writeFile(join(dir, 'content/site.yaml'), 'two');
  await keepContent(join(dir, 'content'), join(dir, '2'), join(dir, '1'));
  await writeFile(join(dir, 'content/photos/a.jpg'), 'other');

  expect(await read('1/site.yaml')).toBe('one');
  expect(await read('2/site.yaml')).toBe('two');
  expect(await read('2/photos/a.jpg')).toBe('photo');
  const [first, second] = await Promise.all([
    stat(join(dir, '1/photos/a.jpg')),
    stat(join(dir, '2/photos/a.jpg')),
  ]);
  expect(second.ino).toBe(first.ino);
});

const read = (file: string) => readFile(join(dir, file), 'utf8');
