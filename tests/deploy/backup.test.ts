import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import {
  appendFile,
  chmod,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createRestic, type Snapshot } from '../../deploy/restic.ts';
import { chooseSnapshot, contentSnapshotFor } from '../../deploy/snapshots.ts';
import { openStore } from '../../server/store/store.ts';
import { needs } from '../runner/skips.ts';
import { exampleEnquiry } from '../support/store/examples.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let folder: string;
let repository: string;
let env: Record<string, string>;
beforeEach(async () => {
  folder = await temporaryFolder();
  repository = join(folder, 'repository');
  env = {
    PATH: '/usr/bin:/bin',
    HOME: folder,
    DATA_DIR: join(folder, 'data'),
    SITE_DIR: join(folder, 'dist'),
    CONTENT_DIR: join(folder, 'content'),
    BACKUP_DIR: join(folder, 'backups'),
    RESTIC_CACHE_DIR: join(folder, 'cache'),
    RESTIC_REPOSITORY: repository,
    RESTIC_PASSWORD: 'ge$heim; met spatie #1',
  };
  await mkdir(join(folder, 'dist/releases/1/public'), { recursive: true });
  await writeFile(join(folder, 'dist/releases/1/release.json'), '{}');
  await writeFile(join(folder, 'dist/current'), '1\n');
  await mkdir(join(folder, 'content'));
  await writeFile(join(folder, 'content/site.yaml'), 'url: https://maanzaad.example\n');
  await (await openStore({ DATA_DIR: env.DATA_DIR ?? '', DATABASE_URL: '' })).close();
});

async function accept(): Promise<void> {
  const store = await openStore({ DATA_DIR: env.DATA_DIR ?? '', DATABASE_URL: '' });
  await store.storeEnquiry(exampleEnquiry({ receivedAtMs: Date.now() }));
  await store.close();
}

/** Runs the backup as the hourly timer does. */
async function backUp(options: string[] = []): Promise<{ code: number; output: string }> {
  const program = ['deploy/backup.ts', '--installed', join(folder, 'installed'), ...options];
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, program, { env });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

const restic = (...args: string[]) => execFileSync('restic', args, { env, encoding: 'utf8' });
const count = (tag: string): number =>
  JSON.parse(restic('--no-lock', '--json', 'snapshots', '--tag', tag)).length;
const markOf = (name: string) => join(env.BACKUP_DIR ?? '', name);
async function makeOld(name: string, ms: number): Promise<void> {
  const then = new Date(Date.now() - ms);
  await utimes(markOf(name), then, then);
}
async function isFresh(name: string): Promise<boolean> {
  const { mtimeMs } = await stat(markOf(name));
  return Date.now() - mtimeMs < HOUR_MS;
}

/** Lists the complete locks of the repository. */
const locks = () => readdirSync(join(repository, 'locks')).filter((name) => !name.includes('-'));

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** A restic that holds a lock until it is ended. */
async function startLocking(): Promise<ChildProcess> {
  const child = spawn('restic', ['backup', '--stdin', '--tag', 'other'], {
    env,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin?.write('begin');
  onTestFinished(() => void child.kill('SIGKILL'));
  await until('restic holds a lock', () => locks().length > 0);
  return child;
}

describe('the hourly backup', needs('server'), () => {
  test('the backup makes the repository once, and ships the data and the content', async () => {
    await accept();
    expect(await backUp()).toMatchObject({ code: 0 });
    expect(await backUp()).toMatchObject({ code: 0 });
    expect([count('data'), count('site')]).toEqual([2, 2]);
    expect(await isFresh('shipped')).toBe(true);
    expect(await isFresh('content-shipped')).toBe(true);
    const copy = await stat(markOf('enquiries.sqlite'));
    expect(copy.mode & 0o777).toBe(0o600);
  });

  test('the copy of a database that was used before does not leave the machine', async () => {
    await mkdir(env.BACKUP_DIR ?? '');
    await writeFile(markOf('enquiries.pgdump'), 'of PostgreSQL');
    expect(await backUp()).toMatchObject({ code: 0 });
    const shipped = restic('--no-lock', 'ls', 'latest', '--tag', 'data');
    expect(shipped).toContain('/enquiries.sqlite\n');
    expect(shipped).not.toContain('enquiries.pgdump');
  });

  test.each(['backup', 'prune'])('a backup goes on after a restic killed in a %s', async (work) => {
    expect(await backUp()).toMatchObject({ code: 0 });
    if (work === 'backup') {
      await kill(await startLocking());
    } else {
      // The file is so large that restic is still working, with its exclusive lock, when the next
      // step runs.
      await writeFile(join(folder, 'large'), randomBytes(64 << 20));
      restic('backup', '--quiet', join(folder, 'large'));
      const child = spawn('restic', ['check', '--read-data'], { env, stdio: 'ignore' });
      await until('restic holds a lock', () => locks().length > 0, { everyMs: 2 });
      await kill(child);
    }
    expect(locks()).toHaveLength(1);
    await makeOld('shipped', DAY_MS);
    await makeOld('content-shipped', DAY_MS);
    await makeOld('pruned', DAY_MS);
    expect(await backUp()).toMatchObject({ code: 0 });
    expect([await isFresh('shipped'), await isFresh('content-shipped')]).toEqual([true, true]);
    expect(await isFresh('pruned')).toBe(true);
    expect(locks()).toEqual([]);
  });

  test('the backup ships while another restic holds a lock, and names it when it cannot prune', async () => {
    await backUp();
    await startLocking();
    await makeOld('pruned', DAY_MS);
    const { code, output } = await backUp();
    expect(code).toBe(1);
    expect(output).toMatch(/Failed: forgetting: restic forget: .*already locked by PID/s);
    expect([count('data'), count('site')]).toEqual([2, 2]);
    expect([await isFresh('content-shipped'), await isFresh('pruned')]).toEqual([true, false]);
  });

  test('the backup says restic’s own reason, and makes no repository where there is one', async () => {
    await backUp();
    const config = await readFile(join(repository, 'config'));
    env.RESTIC_PASSWORD = 'anders';
    const wrong = await backUp();
    expect(wrong).toMatchObject({ code: 1 });
    expect(wrong.output).toContain('wrong password or no key found');
    expect(await readFile(join(repository, 'config'))).toEqual(config);
    env.RESTIC_REPOSITORY = 'rest:http://127.0.0.1:1/x';
    expect((await backUp()).output).toContain('connection refused');
    env.RESTIC_REPOSITORY = 'sftp:nobody@127.0.0.1:/x';
    expect((await backUp()).output).toMatch(/sftp|ssh/);
    env.RESTIC_REPOSITORY = '';
    const none = await backUp();
    expect(none).toMatchObject({ code: 0, output: expect.stringContaining('no copy leaves') });
    env.PATH = '/nowhere';
    env.RESTIC_REPOSITORY = repository;
    expect((await backUp()).output).toContain('restic is not installed');
  });

  test('the backup makes no new repository when the disk of the old one is not mounted', async () => {
    await backUp();
    await rename(repository, `${repository}-unmounted`);
    const { code, output } = await backUp();
    expect([code, existsSync(repository)]).toEqual([1, false]);
    expect(output).toContain('is its disk mounted?');
    // An operator who chooses another repository gets one.
    env.RESTIC_REPOSITORY = join(folder, 'elsewhere');
    expect(await backUp()).toMatchObject({ code: 0 });
    expect(count('data')).toBe(1);
  });

  test.each<[string, () => Promise<unknown>, string, number, number]>([
    [
      'a damaged database',
      () => writeFile(join(folder, 'data/enquiries.sqlite'), 'damaged'.repeat(1000)),
      'the copy of the database',
      2,
      2,
    ],
    [
      'a release that ‘current’ names and that is gone',
      () => rm(join(folder, 'dist/releases/1'), { recursive: true }),
      'the content',
      2,
      2,
    ],
    ['a pointer that is gone', () => rm(join(folder, 'dist/current')), 'the content', 2, 2],
    [
      'a content folder that is gone',
      () => rm(join(folder, 'content'), { recursive: true }),
      'the content',
      2,
      2,
    ],
  ])('%s stops no other part of the backup', async (_, damage, part, data, site) => {
    await backUp();
    for (const mark of ['shipped', 'content-shipped']) await makeOld(mark, DAY_MS);
    await damage();
    const { code, output } = await backUp();
    expect(code).toBe(1);
    expect(output.match(/^Failed: .*?:/gm)).toEqual([`Failed: ${part}:`]);
    expect([count('data'), count('site')]).toEqual([data, site]);
    // Only the part that was shipped gets a new timestamp.
    const hasLeft = part === 'the content' ? [true, false] : [false, true];
    expect([await isFresh('shipped'), await isFresh('content-shipped')]).toEqual(hasLeft);
  });

  test('what is erased has left the repository after seven days', async () => {
    await backUp();
    const erased = join(env.BACKUP_DIR ?? '', 'erased');
    await writeFile(erased, randomBytes(1 << 20));
    // This file stays in the repository, and lets restic leave 5 % of its size unused by default.
    await writeFile(join(env.CONTENT_DIR ?? '', 'photo'), randomBytes(40 << 20));
    for (const days of [7, 6.1, 5.9]) {
      const time = new Date(Date.now() - days * DAY_MS)
        .toISOString()
        .replace('T', ' ')
        .slice(0, 19);
      restic('backup', '--quiet', '--tag', 'data', '--time', time, env.BACKUP_DIR ?? '');
    }
    await rm(erased);
    await makeOld('pruned', DAY_MS);
    expect(await backUp()).toMatchObject({ code: 0 });
    // Backups older than six days are gone. A day later the third is gone, too.
    expect(count('data')).toBe(3);
    const [third] = JSON.parse(restic('--json', 'snapshots', '--tag', 'data')) as Snapshot[];
    restic('forget', '--quiet', third?.id ?? '');
    await makeOld('pruned', DAY_MS);
    expect(await backUp()).toMatchObject({ code: 0 });
    expect(await sizeOf(join(repository, 'data'))).toBeLessThan(40.9 * (1 << 20));
  });

  test('a new installation forgets nothing of the machine that it replaces', async () => {
    await backUp();
    const time = new Date(Date.now() - 30 * DAY_MS).toISOString().replace('T', ' ').slice(0, 19);
    restic('backup', '--quiet', '--tag', 'data', '--time', time, env.BACKUP_DIR ?? '');
    await writeFile(join(folder, 'installed'), '');
    await makeOld('pruned', DAY_MS);
    expect(await backUp()).toMatchObject({ code: 0 });
    expect(count('data')).toBe(3);
    const weekAgo = new Date(Date.now() - 7.1 * DAY_MS);
    await utimes(join(folder, 'installed'), weekAgo, weekAgo);
    await makeOld('pruned', DAY_MS);
    expect(await backUp()).toMatchObject({ code: 0 });
    expect(count('data')).toBe(3);
  });

  test('the backup opens the newest copy once a week, and names a damaged repository', async () => {
    await accept();
    await backUp();
    await makeOld('checked', 7 * DAY_MS);
    const checked = await backUp();
    expect(checked).toMatchObject({ code: 0, output: expect.stringMatching(/enquiries: 1/) });
    expect(await isFresh('checked')).toBe(true);
    // The weekly check is not due again.
    expect((await backUp()).output).not.toContain('Checked');

    await makeOld('checked', 7 * DAY_MS);
    for (const name of await readdir(join(repository, 'data'), { recursive: true })) {
      // The packs are damaged and not removed, because restic retries a missing one for minutes.
      if (/[0-9a-f]{64}$/.test(name)) await appendToPack(join(repository, 'data', name));
    }
    const damaged = await backUp();
    expect(damaged.code).toBe(1);
    expect(damaged.output).toMatch(/Failed: the weekly check: restic check: .*(pack|error)/s);
    expect(await isFresh('checked')).toBe(false);
  });
});

async function appendToPack(file: string): Promise<void> {
  await chmod(file, 0o600);
  await appendFile(file, 'x');
}

async function sizeOf(dir: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(dir, { recursive: true })) {
    const { size, isFile } = await stat(join(dir, name)).then((stats) => ({
      size: stats.size,
      isFile: stats.isFile(),
    }));
    if (isFile) bytes += size;
  }
  return bytes;
}

describe('the backup that is restored', needs('server'), () => {
  const choose = async (installedAtMs: number, wanted?: string) => {
    const said: string[] = [];
    const own = createRestic({ env });
    const options = { installedAtMs, wanted, folder, say: (line: string) => void said.push(line) };
    const chosen = await chooseSnapshot(own, await own.snapshots('data'), options);
    return { id: chosen.snapshot.id, enquiries: chosen.enquiries, said };
  };
  const idOfNewest = () => {
    const all: Snapshot[] = JSON.parse(restic('--json', 'snapshots', '--tag', 'data'));
    return all.at(-1)?.id ?? '';
  };
  const empty = async () => {
    await rm(join(folder, 'data'), { recursive: true });
    await (await openStore({ DATA_DIR: env.DATA_DIR ?? '', DATABASE_URL: '' })).close();
  };

  test('the backup that is restored is the newest that has an enquiry or is from before this installation', async () => {
    await backUp();
    const quiet = idOfNewest();
    await accept();
    await backUp();
    const good = idOfNewest();
    const installedAtMs = Date.now();
    await empty();
    await backUp();
    await backUp();
    expect(await choose(installedAtMs)).toMatchObject({ id: good, enquiries: 1 });
    expect((await choose(installedAtMs)).said).toHaveLength(2);
    expect(await choose(installedAtMs, quiet.slice(0, 8))).toMatchObject({ id: quiet });
    await expect(choose(installedAtMs, 'ffffffff')).rejects.toThrow('no backup of enquiries has');
    // When no backup contains an enquiry, the last one of the lost machine is chosen.
    restic('forget', '--quiet', good);
    expect(await choose(installedAtMs)).toMatchObject({ id: quiet, enquiries: 0 });
    restic('forget', '--quiet', quiet);
    await expect(choose(installedAtMs)).rejects.toThrow('no backup contains an enquiry');
  });

  test('the backup that is restored is never one whose copy is damaged or missing', async () => {
    await accept();
    await backUp();
    const good = idOfNewest();
    const copy = markOf('enquiries.sqlite');
    await writeFile(copy, (await readFile(copy)).subarray(0, 20_000));
    restic('backup', '--quiet', '--tag', 'data', env.BACKUP_DIR ?? '', `${env.DATA_DIR}/desk`);
    const damaged = idOfNewest();
    await rm(copy);
    restic('backup', '--quiet', '--tag', 'data', env.BACKUP_DIR ?? '', `${env.DATA_DIR}/desk`);
    expect(await choose(Date.now())).toMatchObject({ id: good, enquiries: 1 });
    await expect(choose(Date.now(), damaged)).rejects.toThrow('not a complete database');
    await expect(choose(Date.now(), idOfNewest())).rejects.toThrow('contains no copy');
  });

  test('the backup that is restored comes with the content of its own hour', () => {
    const at = (minute: number) =>
      ({ id: String(minute), time: new Date(minute * 60_000).toISOString() }) as Snapshot;
    const all = { data: [0, 60, 120].map(at), site: [1, 61, 121].map(at) };
    const pick = (minute: number, installedAtMs = 0) =>
      contentSnapshotFor(at(minute), all, installedAtMs)?.id;
    expect([pick(0), pick(60), pick(120)]).toEqual(['1', '61', '121']);
    // The content of this hour had not left the machine.
    all.site.splice(1, 1);
    expect(pick(60)).toBe('1');
    // The new machine's content left it, and its data did not.
    all.data.pop();
    expect(pick(60, 90 * 60_000)).toBe('1');
  });
});
