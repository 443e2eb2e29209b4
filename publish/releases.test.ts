import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newReleaseId, releaseDir, removeOldFiles, switchTo } from './releases.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number) => newReleaseId(new Date(NOW.getTime() - days * DAY_MS), 'cafe0000');

test('public files stay until 30 days after the next release, content for good', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'releases-'));
  onTestFinished(() => rm(dist, { recursive: true }));
  const ids = [daysAgo(90), daysAgo(60), daysAgo(29), daysAgo(1)];
  for (const id of [...ids, 'work-1-2']) {
    for (const part of ['public', 'content']) {
      await mkdir(join(dist, 'releases', id, part), { recursive: true });
    }
  }
  await switchTo(dist, daysAgo(1));
  await removeOldFiles(dist, NOW);

  const left = await Promise.all(ids.map((id) => readdir(releaseDir(dist, id))));
  const whole = ['content', 'public'];
  // The second was in force until 29 days ago.
  expect(left).toEqual([['content'], whole, whole, whole]);
  expect(await readdir(join(dist, 'releases', 'work-1-2'))).toEqual(whole);
});

test('the release in force keeps its files, however old, and also when it was taken back to', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'releases-'));
  onTestFinished(() => rm(dist, { recursive: true }));
  const ids = [daysAgo(90), daysAgo(60)];
  for (const id of ids) await mkdir(join(dist, 'releases', id, 'public'), { recursive: true });
  await switchTo(dist, daysAgo(90));
  await removeOldFiles(dist, NOW);
  expect(await readdir(releaseDir(dist, daysAgo(90)))).toEqual(['public']);
});
