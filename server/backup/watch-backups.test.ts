import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../../tests/fake-clock.ts';
import { NOON_MS } from '../../tests/store-examples.ts';
import { backupName, TOLD_FILE } from './backup-folder.ts';
import { watchBackups } from './watch-backups.ts';

const HOUR_MS = 3_600_000;
const SAID = 'error backup: none was made for more than a day';

let folder: string;
let backupDir: string;
let clock: FakeClock;
let watch: ReturnType<typeof watchBackups>;
let lines: string[];
let told: string[];
/** What the alert's service answers with. */
let failure: Error | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-watch-'));
  backupDir = join(folder, 'backups');
  clock = createFakeClock(NOON_MS);
  lines = [];
  told = [];
  failure = undefined;
});

afterEach(async () => {
  await watch.stop();
  await rm(folder, { recursive: true });
});

function start() {
  const say = (level: string) => (_fields: object, message: string) => {
    lines.push(`${level} ${message.split(';')[0]}`);
  };
  watch = watchBackups({
    backupDir,
    clock,
    alerts: {
      canTell: true,
      async tell(words) {
        if (failure) throw failure;
        told.push(words);
      },
      beat: async () => undefined,
    },
    log: { info: say('info'), warn: say('warn'), error: say('error') },
    words: () => 'geen reservekopie',
  });
}

/** Lets it look so many times, and ends in its rest after the last. */
async function lookTimes(times: number): Promise<void> {
  for (let look = 0; look < times; look += 1) {
    await clock.untilAsleep(1);
    clock.wakeNext();
  }
  await clock.untilAsleep(1);
}

const nameAt = (ms: number) => backupName(ms, true);

/** As it would be at that time; files of now are older than the clock of the test. */
const touch = (path: string, ms: number) => utimes(path, ms / 1000, ms / 1000);

it('tells that no backup was made for a day: once, and once more each day', async () => {
  await mkdir(backupDir);
  await writeFile(join(backupDir, nameAt(NOON_MS - 2 * HOUR_MS)), '');
  await writeFile(join(backupDir, 'notes.txt'), '');
  start();
  await lookTimes(23);
  expect({ lines, told }).toEqual({ lines: [], told: [] });
  failure = new Error('status 502');
  await lookTimes(1);
  const lost = 'warn the alert did not get through';
  expect({ lines, told }).toEqual({ lines: [SAID, lost], told: [] });
  failure = undefined;
  await lookTimes(24);
  expect(told).toEqual(['geen reservekopie']);
  await lookTimes(1);
  expect(told).toHaveLength(2);
  expect(lines.filter((line) => line === SAID)).toHaveLength(26);

  await writeFile(join(backupDir, nameAt(clock.nowMs())), '');
  await lookTimes(20);
  expect(told).toHaveLength(2);
  expect(lines.filter((line) => line === SAID)).toHaveLength(26);
});

it('tells it of a folder in which none was ever made, and not where there is no folder', async () => {
  start();
  await lookTimes(30);
  expect({ lines, told }).toEqual({ lines: [], told: [] });
  await mkdir(backupDir);
  await touch(backupDir, clock.nowMs());
  await lookTimes(25);
  expect(told).toEqual([]);
  await lookTimes(1);
  expect(told).toEqual(['geen reservekopie']);
});

it('leaves it to a backup that fails and says so itself', async () => {
  await mkdir(backupDir);
  await writeFile(join(backupDir, nameAt(NOON_MS - 40 * HOUR_MS)), '');
  const toldFile = join(backupDir, TOLD_FILE);
  await writeFile(toldFile, '');
  await touch(toldFile, NOON_MS - 2 * HOUR_MS);
  start();
  await lookTimes(21);
  expect(lines).toContain(SAID);
  expect(told).toEqual([]);
  await lookTimes(1);
  expect(told).toEqual(['geen reservekopie']);
});
