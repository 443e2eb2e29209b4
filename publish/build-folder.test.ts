import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBuildFolder, putInPlace } from './build-folder.ts';

let cache = '';
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'build-folder-'));
});
afterEach(() => rm(cache, { recursive: true }));

describe('the folder of a build', () => {
  it('is its own, and empty', async () => {
    const folder = await openBuildFolder(cache);
    expect(folder).toBe(join(cache, `build-${process.pid}`));
    expect(await readdir(folder)).toEqual([]);
  });

  it('is cleared away by the next build when its process was killed', async () => {
    const killed = spawnSync(process.execPath, ['-e', '']).pid;
    await mkdir(join(cache, `build-${killed}`, 'dist', 'public'), { recursive: true });
    await mkdir(join(cache, `build-${process.ppid}`));
    await mkdir(join(cache, 'photos'));
    await openBuildFolder(cache);
    const left = [`build-${process.pid}`, `build-${process.ppid}`, 'photos'];
    expect((await readdir(cache)).sort()).toEqual(left.sort());
  });

  it('of an earlier process with the same number is not built upon', async () => {
    await mkdir(join(cache, `build-${process.pid}`, 'dist'), { recursive: true });
    expect(await readdir(await openBuildFolder(cache))).toEqual([]);
  });
});

describe('what was built', () => {
  /** A build folder with a site of two files in it, both saying whose they are. */
  async function buildSite(name: string): Promise<string> {
    const dist = join(cache, name, 'dist');
    await mkdir(join(dist, 'public'), { recursive: true });
    await writeFile(join(dist, 'release.json'), name);
    await writeFile(join(dist, 'public', 'home.html'), name);
    return dist;
  }
  const target = () => join(cache, 'dist');
  const read = (file: string) => readFile(join(target(), file), 'utf8');

  it('takes the place of what was there', async () => {
    await putInPlace(await buildSite('build-1'), target());
    await putInPlace(await buildSite('build-2'), target());
    expect([await read('release.json'), await read('public/home.html')]).toEqual([
      'build-2',
      'build-2',
    ]);
    expect(existsSync(join(cache, 'build-2', 'dist'))).toBe(false);
  });

  it('of many builds that end at the same moment is in place whole', async () => {
    const names = Array.from({ length: 30 }, (_, i) => `build-${i}`);
    const built = await Promise.all(names.map(buildSite));
    await Promise.all(built.map((dist) => putInPlace(dist, target())));
    const winner = await read('release.json');
    expect(names).toContain(winner);
    expect(await read('public/home.html')).toBe(winner);
  });
});
