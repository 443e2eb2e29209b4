import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { cp, glob, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { currentRelease, releaseDir } from '../../publish/releases.ts';
import { FIXTURE_CONTENT_DIR } from '../fixture-content.ts';
import { count } from '../soak.ts';
import { faultTimeoutMs } from './fault-report.ts';

/** SIGKILL to the publisher, at any moment: what is in force is a whole release, the old or the new. */

const KILLS = count(1);
/** A kill that is to hit the switch comes so long, at most, after the first sign of it. */
const SWITCH_MS = 5;

let folder: string;
let distDir: string;
const result = { before: 0, after: 0 };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kill-in-publishing-'));
  distDir = join(folder, 'dist');
});

afterEach(() => rm(folder, { recursive: true }));

it('leaves the old release or the new one in force, whole, and no folder that looks like one', {
  // Three more are undisturbed.
  timeout: faultTimeoutMs(KILLS + 3, 60_000),
}, async () => {
  const contents = await Promise.all(['0000', '1111'].map(contentWithPhone));
  /** By what they were made of, each as an undisturbed run publishes it. */
  const whole: string[][] = [];
  let longestMs = 0;
  for (const content of contents) {
    const beganMs = performance.now();
    await once(publish(content), 'exit');
    longestMs = Math.max(longestMs, performance.now() - beganMs);
    whole.push(await filesOf(String(await currentRelease(distDir))));
  }
  expect(whole[0]).not.toEqual(whole[1]);

  for (let kills = 0; kills < KILLS; kills += 1) {
    const before = await currentRelease(distDir);
    const isSecond = (await filesOf(String(before))).join() === whole[1]?.join();
    const publisher = publish(String(contents[isSecond ? 0 : 1]));
    const ended = once(publisher, 'exit');
    if (kills % 2 === 0) await untilSwitch(ended);
    else await sleep(Math.random() * longestMs);
    publisher.kill('SIGKILL');
    await ended;

    const current = await currentRelease(distDir);
    const ids = await releaseIds();
    expect(ids).toContain(current);
    for (const id of ids) expect(whole).toContainEqual(await filesOf(id));
    expect([before, ids.at(-1)]).toContain(current);
    result[current === before ? 'before' : 'after'] += 1;
  }

  const last = publish(String(contents[0]));
  await once(last, 'exit');
  expect(last.exitCode).toBe(0);
  expect(await filesOf(String(await currentRelease(distDir)))).toEqual(whole[0]);
  // What the dead were working on is gone.
  const left = await readdir(join(distDir, 'releases'));
  expect(left.filter((name) => name.startsWith('work-'))).toEqual([]);
});

async function contentWithPhone(digits: string): Promise<string> {
  const contentDir = join(folder, `content-${digits}`);
  await cp(FIXTURE_CONTENT_DIR, contentDir, { recursive: true });
  // With one every page is published three times.
  await rm(join(contentDir, 'notice.yaml'));
  const file = join(contentDir, 'company.yaml');
  const company = await readFile(file, 'utf8');
  await writeFile(file, company.replace(/^phone: .*$/m, `phone: 080 00 ${digits}`));
  return contentDir;
}

function publish(contentDir: string) {
  const args = ['publish/publish.ts', '--content', contentDir, '--dist', distDir];
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Resolves when a release gets its name or comes into force, whichever is first, or shortly after. */
async function untilSwitch(ended: Promise<unknown>): Promise<void> {
  const watchers = [watch(distDir), watch(join(distDir, 'releases'))];
  const signs = watchers.map(
    (watcher) =>
      new Promise<void>((resolve) => {
        watcher.on('change', (_, name) => {
          if (/^(?:current$|\d)/.test(String(name))) resolve();
        });
      }),
  );
  await Promise.race([...signs, ended]);
  for (const watcher of watchers) watcher.close();
  await sleep(Math.random() * SWITCH_MS);
}

async function releaseIds(): Promise<string[]> {
  const names = await readdir(join(distDir, 'releases'));
  return names.filter((name) => !name.startsWith('work-')).sort();
}

/** Every file of a release with the hash of its content, but for the name of the release itself. */
async function filesOf(id: string): Promise<string[]> {
  const dir = releaseDir(distDir, id);
  const files: string[] = [];
  for await (const entry of glob(`${dir}/**`, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const text = (await readFile(file, 'latin1')).replaceAll(id, '');
    files.push(`${relative(dir, file)} ${createHash('sha256').update(text).digest('hex')}`);
  }
  return files.sort();
}
