import { mkdir, mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cacheKey, dropUnused, makeOnce } from './make-once.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let cacheDir: string;
let timesMade: number;

beforeEach(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'photo-cache-'));
  timesMade = 0;
});

afterEach(() => rm(cacheDir, { recursive: true }));

test('makes a photo once', async () => {
  const first = await makeOnce(cacheDir, 'key', draw);
  expect(first).toEqual({
    folder: join(cacheDir, 'key'),
    made: { color: 'red' },
    files: ['full-960.avif'],
  });
  expect(await makeOnce(cacheDir, 'key', draw)).toEqual(first);
  expect(timesMade).toBe(1);
});

test('a description that was cut off costs time, not a photo', async () => {
  const first = await makeOnce(cacheDir, 'key', draw);
  await truncate(join(first.folder, 'made.json'), 3);
  expect(await makeOnce(cacheDir, 'key', draw)).toEqual(first);
  expect(timesMade).toBe(2);
});

test('builds side by side each get the whole photo', async () => {
  const made = await Promise.all([1, 2, 3].map(() => makeOnce(cacheDir, 'key', draw)));
  expect(made.map(({ files }) => files)).toEqual(Array(3).fill(['full-960.avif']));
  expect(await readdir(cacheDir)).toEqual(['key']);
});

test('leaves nothing of a photo that could not be made', async () => {
  const failing = makeOnce(cacheDir, 'key', async (folder) => {
    await draw(folder);
    throw new Error('disk full');
  });
  await expect(failing).rejects.toThrow('disk full');
  expect(await readdir(cacheDir)).toEqual([]);
});

test('drops what no build asked for in a month, half-made folders among it', async () => {
  for (const [key, days] of [
    ['fresh', 29],
    ['old', 31],
    ['old.half', 31],
    ['asked-for', 31],
  ] as const) {
    const folder = join(cacheDir, key);
    if (key.endsWith('half')) await mkdir(folder);
    else await makeOnce(cacheDir, key, draw);
    const then = new Date(Date.now() - days * DAY_MS);
    await utimes(folder, then, then);
  }
  await makeOnce(cacheDir, 'asked-for', draw);
  await dropUnused(cacheDir);
  expect(await readdir(cacheDir)).toEqual(['asked-for', 'fresh']);
});

test('another photo or another encoding is another entry', () => {
  const photo = Buffer.from('photo');
  const keys = [
    cacheKey(photo, { quality: 60 }),
    cacheKey(photo, { quality: 61 }),
    cacheKey(Buffer.from('foto'), { quality: 60 }),
  ];
  expect(new Set(keys).size).toBe(3);
  expect(cacheKey(photo, { quality: 60 })).toBe(keys[0]);
});

async function draw(folder: string): Promise<{ color: string }> {
  timesMade += 1;
  await writeFile(join(folder, 'full-960.avif'), 'photo');
  return { color: 'red' };
}
