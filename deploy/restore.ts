/**
 * Restores a backup on a Debian server where install.sh has run (website-restore):
 *
 *   website-restore                  the newest backup that contains an enquiry or is older than
 *                                    this installation
 *   website-restore --snapshot ID    another one
 *   website-restore --list           lists them
 *
 * Everything is fetched and checked before anything is replaced; replacing is renaming, and what
 * was there is kept. After a failure or an interruption it can be run again.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { readdir, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { API_BASE, RELEASE_HEADER, STATUS_PATH } from '../enquiry/api-contract.ts';
import { currentFileOf, releasesDirOf } from '../release/site-folder.ts';
import { readArguments } from '../runtime/command-line.ts';
import { readRelease } from '../runtime/read-release.ts';
import { parseSettings } from '../runtime/settings.ts';
import { COPY_NAMES } from '../server/backup-timestamps.ts';
import { keptSchemaIn } from '../server/commands/backup.ts';
import { formatTime } from '../server/commands/format-time.ts';
import { sqliteFileOf } from '../server/store/sqlite.ts';
import { parseEnvironmentFile } from './environment-file.ts';
import { createRestic, type Snapshot, timeOf } from './restic.ts';
import { checkSpace, chownLike, makePrivateFolder } from './restore-folders.ts';
import {
  chooseSnapshot,
  contentSnapshotFor,
  describeSnapshot,
  deskDirOf,
  makeRestoredReleaseCurrent,
  openCopy,
} from './snapshots.ts';

const INSTALLED = '/opt/website/installed';
const UNITS = ['website.socket', 'website.service', 'website-desk.service'];
const TIMER = 'website-backup.timer';
const BACKUP = 'website-backup.service';
const AS_WEBSITE = ['runuser', '-u', 'website', '--'];
/**
 * The kernel ends this program's restic with this program, also when that is killed. Otherwise
 * restic would go on writing into the folder that the next run removes.
 */
const RESTIC_AS_WEBSITE = [
  ...['setpriv', '--reuid=website', '--regid=website', '--init-groups', '--pdeathsig=KILL', '--'],
];
const HOME_OF_WEBSITE = '/var/lib/website';
const RESTIC_CACHE_DIR = '/var/cache/website';
const SERVE_WITHIN_MS = 60_000;
const WORK = 'restoring-';

const { values } = readArguments('website-restore [--snapshot ID | --list]', {
  options: { snapshot: { type: 'string' }, list: { type: 'boolean', default: false } },
});
const run = promisify(execFile);
/** Functions that undo the steps so far, in the order of the steps. */
const undo: (() => unknown)[] = [];
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => interruption.abort(new Error(`interrupted by ${signal}.`)));
}
// Writing to a closed terminal fails. That must not end the restore.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  await main();
} catch (error) {
  for (const step of undo.reverse()) {
    await Promise.resolve()
      .then(step)
      .catch((failure) => console.error((failure as Error).message));
  }
  console.error(`website-restore: ${reasonOf(error)}`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('run it as root.');
  const settings = parseSettings(process.env);
  const resticSettings = readResticSettings();
  const { CONTENT_DIR, DATA_DIR, DATABASE_URL, SITE_DIR } = settings;
  // restic runs as the user of the services: with its SSH key, and so that the services may read
  // the files.
  const env = { ...process.env, HOME: HOME_OF_WEBSITE, RESTIC_CACHE_DIR, ...resticSettings };
  const { signal } = interruption;
  const restic = createRestic({ env, before: RESTIC_AS_WEBSITE, signal });
  await makePrivateFolder(RESTIC_CACHE_DIR, HOME_OF_WEBSITE);
  const installedAtMs = existsSync(INSTALLED) ? statSync(INSTALLED).mtimeMs : 0;

  const dataParent = DATA_DIR;
  const siteParent = dirname(CONTENT_DIR);
  for (const parent of new Set([dataParent, siteParent])) await removeWork(parent);
  const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const dataWork = await makeWork(dataParent, stamp);
  const siteWork = siteParent === dataParent ? dataWork : await makeWork(siteParent, stamp);

  const site = await restic.snapshots('site');
  const all = {
    data: await restic.snapshots('data'),
    // A complete backup has three paths: the content, 'current' and a release. One with fewer was
    // made while the machine lacked the others.
    site: site.filter(({ paths }) => paths.length === 3),
  };
  if (values.list) {
    await list(all.data);
    return finish();
  }

  // A running timer could back up a half-restored machine. A signal from the terminal also ends
  // `systemctl`, whose request systemd completes, so the undoing comes first.
  undo.push(() => systemctl('start', TIMER));
  await systemctl('stop', TIMER, BACKUP);

  const options = { wanted: values.snapshot, installedAtMs, folder: dataWork, say: console.log };
  const { snapshot, file, enquiries, newestMs } = await chooseSnapshot(restic, all.data, options);
  await chownLike(file, DATA_DIR);
  const newest = newestMs === undefined ? '' : `, the newest of ${formatTime(newestMs)}`;
  console.log(`Backup ${describeSnapshot(snapshot)} of ${snapshot.hostname}`);
  console.log(`  enquiries: ${enquiries}${newest}`);
  if (file.endsWith(COPY_NAMES.postgres) !== (DATABASE_URL !== '')) {
    const [its, ours] = DATABASE_URL === '' ? ['PostgreSQL', 'is empty'] : ['SQLite', 'is set'];
    throw new Error(`this backup is of ${its}, but DATABASE_URL ${ours} in /etc/website.env.`);
  }
  const content = contentSnapshotFor(snapshot, all, installedAtMs);
  if (!content) throw new Error('the repository contains no backup of a release that was online.');
  console.log(`  content: ${describeSnapshot(content)}`);

  await checkSpace([
    [dataWork, await sizeOf(snapshot)],
    [siteWork, await sizeOf(content)],
  ]);
  const deskDir = deskDirOf(snapshot);
  if (deskDir) {
    await restic.run([
      ...['--no-lock', '--quiet', 'restore', snapshot.id],
      ...['--include', deskDir, '--target', dataWork],
    ]);
  }
  await restic.run(['--no-lock', '--quiet', 'restore', content.id, '--target', siteWork]);
  const online = makeRestoredReleaseCurrent(content, siteWork);
  const isReadable = await readRelease(online.siteDir, online.id).then(
    () => true,
    () => false,
  );
  await run('sync');

  signal.throwIfAborted();

  // From here on the site is down for a moment, and a signal no longer stops this program.
  undo.push(() => systemctl('start', ...UNITS));
  await systemctl('stop', ...UNITS);
  const kept = {
    data: join(dataParent, `replaced-${stamp}`),
    site: join(siteParent, `replaced-${stamp}`),
  };
  for (const folder of new Set(Object.values(kept))) {
    await makePrivateFolder(folder);
    undo.push(() => rmdir(folder));
  }
  const replacements: [at: string, by: string | undefined, kept: string][] = [
    [CONTENT_DIR, online.contentDir, kept.site],
    [releasesDirOf(SITE_DIR), releasesDirOf(online.siteDir), kept.site],
    [currentFileOf(SITE_DIR), currentFileOf(online.siteDir), kept.site],
  ];
  if (deskDir && existsSync(join(dataWork, deskDir))) {
    replacements.push([join(DATA_DIR, 'desk'), join(dataWork, deskDir), kept.data]);
  }
  if (DATABASE_URL === '') {
    const database = sqliteFileOf(DATA_DIR);
    replacements.push(
      [`${database}-wal`, undefined, kept.data],
      [`${database}-shm`, undefined, kept.data],
      [database, file, kept.data],
    );
  }
  for (const [at, by, aside] of replacements) replace(at, by, aside);
  let keptSchema: string | undefined;
  if (DATABASE_URL !== '') {
    const command = ['./node', 'server/commands/enquiries.ts', 'restore', '--replace', file];
    // In a session of its own, a signal from the terminal does not end it between two schemas.
    const { stdout } = await run('setsid', ['--wait', ...AS_WEBSITE, ...command]).catch((error) => {
      // It names the schema with the previous tables, also when the command was killed.
      console.log(error.stdout);
      throw error;
    });
    console.log(stdout.trimEnd());
    keptSchema = keptSchemaIn(stdout);
  }
  undo.length = 0;

  try {
    await systemctl('start', ...UNITS, TIMER);
    if (!isReadable) await publishAgain();
    await waitUntilServed(SITE_DIR);
  } catch (error) {
    // An interrupted `systemctl` fails too, although systemd completes what it asked for.
    throw new Error(
      `everything is in place, but the site may not be served: ${reasonOf(error)}\n` +
        `  Run: systemctl start ${[...UNITS, TIMER].join(' ')}\n` +
        '  Look at: journalctl -u website',
    );
  } finally {
    await finish();
  }
  await run('systemctl', ['start', '--no-block', BACKUP]);
  console.log('Restored, and the website is running. What it replaced is kept in:');
  for (const folder of new Set(Object.values(kept))) {
    if (existsSync(folder)) console.log(`  ${folder}`);
  }
  if (keptSchema) console.log(`  the schema ${keptSchema} of the database`);
  if (DATABASE_URL === '') await reportMissing(kept.data, DATA_DIR);
  console.log(
    'All of this may contain enquiries: remove it once you know that nothing is missing.' +
      (keptSchema ? ` In psql: DROP SCHEMA ${keptSchema} CASCADE` : ''),
  );
  console.log(
    'Enquiries since the backup are not in the restored database: look in the mailbox and in what ' +
      'was kept. Next: website-enquiries check',
  );

  async function finish(): Promise<void> {
    for (const folder of new Set([dataWork, siteWork])) {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async function makeWork(parent: string, name: string): Promise<string> {
    const folder = join(parent, `${WORK}${name}`);
    undo.push(() => rm(folder, { recursive: true, force: true }));
    await makePrivateFolder(folder);
    return folder;
  }

  async function list(snapshots: Snapshot[]): Promise<void> {
    for (const snapshot of snapshots.toReversed()) {
      const copy = await openCopy(restic, snapshot, dataWork);
      const found = typeof copy === 'string' ? copy : `enquiries: ${copy.enquiries}`;
      const since = timeOf(snapshot) < installedAtMs ? '' : ', made after this installation';
      console.log(`${describeSnapshot(snapshot)} of ${snapshot.hostname}  ${found}${since}`);
      // Together the copies of all backups could fill the disk on which enquiries are stored.
      if (typeof copy !== 'string') rmSync(copy.file);
    }
    if (snapshots.length === 0) console.log('The repository contains no backup of enquiries.');
  }

  async function sizeOf({ id }: Snapshot): Promise<number> {
    const json = await restic.run(['--no-lock', '--json', 'stats', '--mode', 'restore-size', id]);
    return JSON.parse(json).total_size;
  }

  /**
   * Publishes the content of the restored release again when this version cannot read that release.
   */
  async function publishAgain(): Promise<void> {
    console.log('This version cannot read the release online: publishing its content again.');
    const command = ['./node', 'publish/publish.ts', '--online', '--site', SITE_DIR];
    const [program = '', ...words] = [...AS_WEBSITE, ...command];
    await run(program, words);
  }
}

/** A failed program's own words, or else the error's message. */
function reasonOf(error: unknown): string {
  const { stderr, message } = error as Error & { stderr?: string };
  return stderr?.trim() || message;
}

/** Reads the settings as systemd reads them for the hourly backup. */
function readResticSettings(): Record<string, string> {
  const file = '/etc/website-backup.env';
  const values = existsSync(file) ? parseEnvironmentFile(readFileSync(file, 'utf8')) : {};
  if (values.RESTIC_REPOSITORY) return values;
  throw new Error(`${file} does not set RESTIC_REPOSITORY: put your copy of the file back.`);
}

/** Removes what an interrupted run has fetched. */
async function removeWork(parent: string): Promise<void> {
  const names = existsSync(parent) ? await readdir(parent) : [];
  for (const name of names) {
    if (name.startsWith(WORK)) await rm(join(parent, name), { recursive: true });
    if (name.startsWith('replaced-')) {
      console.log(`What an earlier restore replaced is kept in ${join(parent, name)}.`);
    }
  }
}

/** Moves the present file or folder aside, and another one to its place. */
function replace(at: string, by: string | undefined, aside: string): void {
  const keptAs = join(aside, basename(at));
  if (existsSync(at)) {
    renameSync(at, keptAs);
    undo.push(() => renameSync(keptAs, at));
  }
  if (by === undefined) return;
  renameSync(by, at);
  undo.push(() => renameSync(at, by));
}

/** Counts the enquiries that were on this machine and are not in the backup. */
async function reportMissing(kept: string, dataDir: string): Promise<void> {
  const before = join(kept, basename(sqliteFileOf(dataDir)));
  if (!existsSync(before)) return;
  try {
    const database = new DatabaseSync(before);
    database.prepare('ATTACH ? AS restored').run(sqliteFileOf(dataDir));
    const query =
      'SELECT count(*) AS count FROM enquiry WHERE id NOT IN (SELECT id FROM restored.enquiry)';
    const count = Number(database.prepare(query).get()?.count);
    database.close();
    if (count > 0) console.log(`Enquiries in ${before} that are not in the backup: ${count}.`);
  } catch (error) {
    console.log(`${before} cannot be read: ${(error as Error).message}`);
  }
}

async function systemctl(...args: string[]): Promise<void> {
  await run('systemctl', args);
}

async function waitUntilServed(siteDir: string): Promise<void> {
  const until = Date.now() + SERVE_WITHIN_MS;
  for (;;) {
    const id = readFileSync(currentFileOf(siteDir), 'utf8').trim();
    const response = await fetch(`http://127.0.0.1:3000${API_BASE}${STATUS_PATH}`, {
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.headers.get(RELEASE_HEADER) === id) return;
    if (Date.now() > until) {
      throw new Error(`the server does not respond with the restored release (${id}).`);
    }
    await pause(500);
  }
}
