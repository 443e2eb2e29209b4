import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { createFolder, replaceFile } from './durable-files.ts';

let parent = '';
beforeEach(async () => {
  parent = await temporaryFolder();
});

/** Dates a file or folder in the past. */
async function age(name: string, hours: number) {
  const then = new Date(Date.now() - hours * 3_600_000);
  await utimes(join(parent, name), then, then);
}

test('a folder is created once, and abandoned folders are removed', async () => {
  for (const [name, hours] of Object.entries({ 'work-old': 25, 'work-running': 23, photos: 25 })) {
    await mkdir(join(parent, name, 'deep'), { recursive: true });
    await age(name, hours);
  }
  const fill = async (work: string, process: string) => {
    for (const part of ['a', 'b']) await writeFile(join(work, part), process);
  };
  const create = (process: string) =>
    createFolder(join(parent, 'one'), (work) => fill(work, process));
  await Promise.all([create('first'), create('second')]);
  const [a, b] = [
    await readFile(join(parent, 'one/a'), 'utf8'),
    await readFile(join(parent, 'one/b'), 'utf8'),
  ];
  expect(['first', 'second']).toContain(a);
  expect(b).toBe(a);
  await create('third');
  expect(await readFile(join(parent, 'one/a'), 'utf8')).toBe(a);
  const failing = createFolder(join(parent, 'two'), async () => {
    throw new Error('disk full');
  });
  await expect(failing).rejects.toThrow('disk full');
  expect((await readdir(parent)).sort()).toEqual(['one', 'photos', 'work-running']);
});

test('a file that could not be replaced leaves nothing beside it', async () => {
  await mkdir(join(parent, 'page.yaml'));
  await expect(replaceFile(join(parent, 'page.yaml'), 'title: Home')).rejects.toThrow();
  expect(await readdir(parent)).toEqual(['page.yaml']);
});

test('files that killed processes left are removed when their folder is written to', async () => {
  const id = '6f1c2b9e-0f0a-4c8e-9d3b-1a2b3c4d5e6f';
  const hours = {
    [`.taart.jpg.${id}`]: 25,
    [`.koek.jpg.${id}`]: 23,
    [`taart.jpg.${id}`]: 25,
    [`.taart.jpg.${id}.bak`]: 25,
    '.gitkeep': 25,
  };
  for (const [name, old] of Object.entries(hours)) {
    await writeFile(join(parent, name), '');
    await age(name, old);
  }
  await replaceFile(join(parent, 'brood.jpg'), 'brood');
  expect((await readdir(parent)).sort()).toEqual(
    ['.gitkeep', `.koek.jpg.${id}`, `.taart.jpg.${id}.bak`, 'brood.jpg', `taart.jpg.${id}`].sort(),
  );
});
