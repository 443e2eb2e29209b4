import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import {
  contentDirOf,
  currentFileOf,
  manifestFileOf,
  publicDirOf,
  releaseDirOf,
  releasesDirOf,
} from '../../release/site-folder.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import {
  currentReleaseId,
  newReleaseId,
  onlineReleaseId,
  removeOldReleases,
  switchTo,
} from './releases.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = new Date('2026-11-21T12:00:00Z');
const dayAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
const idOf = (days: number) => newReleaseId(dayAgo(days), 'cafe0000');

let dist: string;
beforeEach(async () => {
  dist = await temporaryFolder();
});

/** Makes a release of some days ago, with a script and a photo of its own. */
async function publish(days: number, ...files: string[]): Promise<string> {
  const dir = releaseDirOf(dist, idOf(days));
  for (const folder of ['content', 'public/assets', 'public/photos']) {
    await mkdir(join(dir, folder), { recursive: true });
  }
  await writeFile(manifestFileOf(dir), '{}');
  for (const file of files) await writeFile(join(publicDirOf(dir), file), file);
  await switchTo(dist, idOf(days), { now: dayAgo(days) });
  return dir;
}

/** Makes a folder of content that 'Zet terug' replaced, which was never online. */
async function storeReplacedContent(days: number): Promise<string> {
  const dir = releaseDirOf(dist, newReleaseId(dayAgo(days), 'kept'));
  await mkdir(contentDirOf(dir), { recursive: true });
  return dir;
}

const assetsOf = (dir: string) => readdir(join(dir, 'public/assets'));

test('later releases contain the scripts of a page left open for 30 days', async () => {
  await publish(50, 'assets/one.js', 'home.html');
  expect(await assetsOf(await publish(40, 'assets/two.js'))).toEqual(['one.js', 'two.js']);
  // The first was current until 40 days ago, the second until 12.
  const third = await publish(12, 'assets/three.js');
  expect(await assetsOf(third)).toEqual(['one.js', 'three.js', 'two.js']);
  expect(await readdir(join(third, 'public'))).not.toContain('home.html');
  expect(await assetsOf(await publish(5, 'assets/four.js'))).toEqual([
    ...['four.js', 'three.js', 'two.js'],
  ]);
});

test.each(['', '{"assets/one.js": 17', 'null', '[1]', '{"assets/one.js":"x"}', '\0\0\0'])(
  'a damaged carried.json (%j) does not prevent publishing',
  async (text) => {
    const first = await publish(50, 'assets/one.js');
    const second = await publish(40, 'assets/two.js');
    for (const dir of [first, second]) await writeFile(join(dir, 'carried.json'), text);
    expect(await assetsOf(await publish(30, 'assets/three.js'))).toEqual([
      ...['one.js', 'three.js', 'two.js'],
    ]);
    // A damaged file does not block switching back either.
    expect(await switchTo(dist, idOf(50), { now: dayAgo(29) })).toBe(true);
    expect(await currentReleaseId(dist)).toBe(idOf(50));
  },
);

test.each(['', '\0\0\0\0', '../../etc', '20260101T000000000Z-cafe0000'])(
  'a ‘current’ that names nothing (%j) does not prevent publishing',
  async (text) => {
    const first = await publish(3, 'assets/one.js');
    await writeFile(join(first, 'content/site.yaml'), '');
    await writeFile(currentFileOf(dist), text);
    await storeReplacedContent(2);
    expect(await onlineReleaseId(dist)).toBe(idOf(3));
    const last = await publish(1, 'assets/two.js');
    expect(await currentReleaseId(dist)).toBe(idOf(1));
    await removeOldReleases(dist, NOW);
    expect(await assetsOf(last)).toEqual(['two.js']);
  },
);

test('publishing that expects another release than the one online changes nothing', async () => {
  await publish(3, 'assets/one.js');
  await publish(2, 'assets/two.js');
  expect(await switchTo(dist, idOf(3), { now: NOW, expectedCurrentId: idOf(3) })).toBe(false);
  expect(await currentReleaseId(dist)).toBe(idOf(2));
  expect(await switchTo(dist, idOf(3), { now: NOW, expectedCurrentId: idOf(2) })).toBe(true);
  expect(await currentReleaseId(dist)).toBe(idOf(3));
});

test('a restored release keeps the files of later releases', async () => {
  const first = await publish(9, 'assets/one.js');
  await publish(3, 'assets/two.js', 'assets/two.js.br');
  await switchTo(dist, idOf(9), { now: NOW });
  expect(await assetsOf(first)).toEqual(['one.js', 'two.js', 'two.js.br']);
});

test('public files of a replaced release are removed after 30 days', async () => {
  for (const days of [90, 60, 29, 1]) await publish(days);
  await mkdir(releaseDirOf(dist, 'work-1'));
  await switchTo(dist, idOf(90), { now: NOW });
  await removeOldReleases(dist, NOW);
  const left = [90, 60, 29].map(async (days) =>
    (await readdir(releaseDirOf(dist, idOf(days)))).includes('public'),
  );
  // The second was current until 29 days ago.
  expect(await Promise.all(left)).toEqual([true, true, true]);
  await removeOldReleases(dist, new Date(NOW.getTime() + 2 * DAY_MS));
  const dir = releaseDirOf(dist, idOf(60));
  expect(await readdir(dir)).toContain('content');
  expect(await readdir(dir)).not.toContain('public');
  expect(await readdir(releasesDirOf(dist))).toContain('work-1');
});

test.each([
  ['public files', 40],
  ['content', 400],
])(
  'the %s of a release stay for a rollback when content was replaced %i days before the next',
  async (_, days) => {
    const first = await publish(days + 20, 'home.html');
    const replaced = await storeReplacedContent(days);
    await publish(0);
    await removeOldReleases(dist, NOW);
    expect(await readdir(publicDirOf(first))).toContain('home.html');
    expect(await readdir(first)).toContain('content');
    expect(await readdir(replaced)).toEqual(['content']);
    const later = new Date(NOW.getTime() + 366 * DAY_MS);
    await removeOldReleases(dist, later);
    expect(await readdir(releasesDirOf(dist))).toEqual([idOf(0)]);
  },
);

test('releases are removed after a year and beyond the last fifty', async () => {
  for (const days of [500, 400, 380]) await publish(days);
  for (let days = 60; days > 0; days--) await publish(days);
  await removeOldReleases(dist, NOW);
  const left = await readdir(releasesDirOf(dist));
  expect(left).toHaveLength(50);
  expect(left).not.toContain(idOf(380));

  const other = join(dist, 'other');
  for (const days of [500, 400, 300, 1]) {
    const dir = releaseDirOf(other, idOf(days));
    await mkdir(contentDirOf(dir), { recursive: true });
    await writeFile(manifestFileOf(dir), '{}');
  }
  await switchTo(other, idOf(1));
  await removeOldReleases(other, NOW);
  expect(await readdir(releasesDirOf(other))).toEqual([400, 300, 1].map(idOf));
});
