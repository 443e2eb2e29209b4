/**
 * Saves a consistent copy of the database and ships it, with the content, to restic's repository
 * (website-backup.service). Once a day it prunes old backups, and once a week it checks the
 * repository. A part that fails is reported, and the other parts still run.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { BACKUP_DAYS } from '../release/manifest.ts';
import { currentFileOf, releaseDirOf } from '../release/site-folder.ts';
import { readArguments } from '../runtime/command-line.ts';
import { parseSettings } from '../runtime/settings.ts';
import { BACKUP_TIMESTAMPS, COPY_NAMES } from '../server/backup-timestamps.ts';
import { backUpDatabase, readCopy } from '../server/commands/backup.ts';
import { createRestic, ResticError } from './restic.ts';
import { findCopy } from './snapshots.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** These are a little less than a day and a week, because the hour of a run varies. */
const PRUNE_EVERY_MS = 23 * HOUR_MS;
const CHECK_EVERY_MS = 7 * DAY_MS - HOUR_MS;
/** One day less than the privacy page states, because pruning runs only once a day. */
const KEEP_DATA = `${BACKUP_DAYS - 1}d`;
const KEEP_CONTENT = '12m';
/**
 * For how long after an installation no backup is removed, so that a machine that replaces a lost
 * one can still be restored.
 */
const FORGET_NOTHING_MS = 7 * DAY_MS;

const { values } = readArguments('node deploy/backup.ts [--installed FILE]', {
  options: { installed: { type: 'string', default: '/opt/website/installed' } },
});
const settings = parseSettings(process.env);
const { BACKUP_DIR = '', CONTENT_DIR, DATA_DIR, SITE_DIR } = settings;
const { RESTIC_REPOSITORY = '' } = process.env;
const restic = createRestic();
let isSaved = false;

await runPart('the copy of the database', async () => {
  await backUpDatabase(settings);
  isSaved = true;
});
if (RESTIC_REPOSITORY === '') {
  console.log(
    'RESTIC_REPOSITORY is empty in /etc/website-backup.env: no copy leaves this machine.',
  );
} else if (await runPart('the repository', openRepository)) {
  // A new machine's first run creates these files, so that each part has its whole time limit from
  // now on before an alarm is raised.
  for (const name of [
    BACKUP_TIMESTAMPS.contentShipped,
    BACKUP_TIMESTAMPS.pruned,
    BACKUP_TIMESTAMPS.checked,
  ]) {
    if (!existsSync(timestampFile(name))) touch(name);
  }
  await runPart('the enquiries', shipData);
  await runPart('the content', shipContent);
  if (ageOf(BACKUP_TIMESTAMPS.pruned) > PRUNE_EVERY_MS) await runPart('forgetting', prune);
  if (ageOf(BACKUP_TIMESTAMPS.checked) > CHECK_EVERY_MS) await runPart('the weekly check', check);
}

async function runPart(part: string, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    console.error(`Failed: ${part}: ${(error as Error).message}`);
    process.exitCode = 1;
    return false;
  }
}

async function openRepository(): Promise<void> {
  try {
    await restic.run(['--no-lock', 'cat', 'config']);
  } catch (error) {
    if (!(error instanceof ResticError && error.isMissing)) throw error;
    // Without this check, restic would create a new repository in the mount point of a disk that is
    // not mounted.
    const shipped = timestampFile(BACKUP_TIMESTAMPS.shipped);
    if (existsSync(shipped) && readFileSync(shipped, 'utf8') === repositoryHash()) {
      throw new Error(
        `${error.message}\n  There were backups in it: is its disk mounted? To begin a new one, remove ${shipped}.`,
      );
    }
    await restic.run(['--quiet', 'init']);
  }
  // Removes the locks of processes that have died; those of others stay.
  await restic.run(['--quiet', 'unlock']);
}

async function shipData(): Promise<void> {
  const deskDir = join(DATA_DIR, 'desk');
  mkdirSync(deskDir, { recursive: true });
  // After a change of DATABASE_URL the copy of the earlier database is still there. A restore would
  // choose it, and it keeps what was erased since.
  const other = settings.DATABASE_URL === '' ? COPY_NAMES.postgres : COPY_NAMES.sqlite;
  await ship('data', [BACKUP_DIR, deskDir], ['--exclude', join(BACKUP_DIR, other)]);
  // When saving failed, the copy that was shipped is an earlier one, so this file keeps its date.
  if (isSaved) touch(BACKUP_TIMESTAMPS.shipped, repositoryHash());
}

async function shipContent(): Promise<void> {
  const current = currentFileOf(SITE_DIR);
  const id = existsSync(current) ? readFileSync(current, 'utf8').trim() : '';
  // Without an id, 'current' itself is missing, which `ship` reports.
  const paths = [CONTENT_DIR, current, ...(id === '' ? [] : [releaseDirOf(SITE_DIR, id)])];
  await ship('site', paths);
  touch(BACKUP_TIMESTAMPS.contentShipped);
}

/**
 * Ships folders to the repository. Missing ones are reported here, because restic skips them and
 * still succeeds.
 */
async function ship(tag: string, paths: string[], options: string[] = []): Promise<void> {
  const missing = paths.filter((path) => !existsSync(path));
  if (missing.length < paths.length) {
    await restic.run(['--quiet', 'backup', '--tag', tag, ...options, ...paths]);
  }
  if (missing.length > 0) throw new Error(`missing: ${missing.join(', ')}.`);
}

async function prune(): Promise<void> {
  if (Date.now() - installedAtMs() < FORGET_NOTHING_MS) {
    console.log('No backup is removed in the first 7 days of an installation.');
  } else {
    for (const [tag, period] of Object.entries({ data: KEEP_DATA, site: KEEP_CONTENT })) {
      // Snapshots are grouped by tag alone, because the machine's name and its folders may change.
      const group = ['--tag', tag, '--group-by', ''];
      await restic.run(['--quiet', 'forget', ...group, '--keep-within', period]);
    }
    // By default restic leaves up to 5 % of unused data in the repository.
    await restic.run(['--quiet', 'prune', '--max-unused', '0']);
  }
  touch(BACKUP_TIMESTAMPS.pruned);
}

async function check(): Promise<void> {
  await restic.run(['--quiet', 'check']);
  const newest = (await restic.snapshots('data')).at(-1);
  if (!newest) throw new Error('the repository contains no backup of the enquiries.');
  const work = await mkdtemp(join(tmpdir(), 'check-'));
  try {
    const copy = await findCopy(restic, newest, work);
    if (!copy) throw new Error(`the backup of ${newest.time} contains no copy of the database.`);
    const { enquiries } = await readCopy(copy);
    console.log(`Checked: the backup of ${newest.time} can be read; enquiries: ${enquiries}.`);
  } finally {
    await rm(work, { recursive: true });
  }
  touch(BACKUP_TIMESTAMPS.checked);
}

function installedAtMs(): number {
  return existsSync(values.installed) ? statSync(values.installed).mtimeMs : 0;
}

/** The hash stands for the repository, whose address may contain a password. */
function repositoryHash(): string {
  return createHash('sha256').update(RESTIC_REPOSITORY).digest('hex');
}

function timestampFile(name: string): string {
  return join(BACKUP_DIR, name);
}

function touch(name: string, content = ''): void {
  writeFileSync(timestampFile(name), content);
  utimesSync(timestampFile(name), new Date(), new Date());
}

function ageOf(name: string): number {
  return Date.now() - statSync(timestampFile(name)).mtimeMs;
}
