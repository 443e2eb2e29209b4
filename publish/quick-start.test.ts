import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copyContentForEachTest } from '../tests/content-copy.ts';
import { currentRelease } from './releases.ts';

const TIMEOUT_MS = 60_000;

const content = copyContentForEachTest();
let distDir: string;

beforeEach(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'quick-start-'));
});

afterEach(() => rm(distDir, { recursive: true, maxRetries: 5 }));

test(
  'a first start has drafts of new photos at once, and the photos themselves without being asked',
  async () => {
    // With a notice every page is published three times.
    await rm(content.path('notice.yaml'));
    const hue = Math.floor(Math.random() * 360);
    await sharp({
      create: { width: 1600, height: 900, channels: 3, background: `hsl(${hue},60%,40%)` },
    })
      .withExif({ IFD0: { ImageDescription: String(Math.random()) } })
      .jpeg()
      .toFile(content.path('photos/tuile.jpg'));

    await start();
    const first = await currentRelease(distDir);
    expect(await widthsOf('tuile')).toEqual([320, 1280]);
    await vi.waitUntil(async () => (await currentRelease(distDir)) !== first, {
      timeout: TIMEOUT_MS,
    });
    expect(await widthsOf('tuile')).toEqual([320, 880, 1080, 1440, 1600]);

    const whole = await currentRelease(distDir);
    await start();
    expect(await currentRelease(distDir), 'nothing is left to do').toBe(whole);
  },
  TIMEOUT_MS,
);

async function start(): Promise<void> {
  const args = ['publish/publish.ts', '--if-changed', '--quick-start'];
  const folders = ['--content', content.path(), '--dist', distDir];
  const publisher = spawn(process.execPath, [...args, ...folders], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(publisher, 'exit');
  expect(code).toBe(0);
}

/** Of the whole photo's AVIFs, in the release in force. */
async function widthsOf(photo: string): Promise<number[]> {
  const release = join(distDir, 'releases', String(await currentRelease(distDir)));
  const files = await Array.fromAsync(
    glob(`public/photos/${photo}-*-full-*.avif`, { cwd: release }),
  );
  return files.map((file) => Number(/-(\d+)\.avif$/.exec(file)?.[1])).sort((a, b) => a - b);
}
