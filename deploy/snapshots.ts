import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  CURRENT_FILE,
  currentFileOf,
  manifestFileOf,
  releaseDirOf,
  releasesDirOf,
} from '../release/site-folder.ts';
import { COPY_NAMES } from '../server/backup-timestamps.ts';
import { type CopyContent, readCopy } from '../server/commands/backup.ts';
import { formatTime } from '../server/commands/format-time.ts';
import { type Restic, type Snapshot, timeOf } from './restic.ts';

/** The desk's folder; undefined when the backup has none. */
export function deskDirOf({ paths }: Snapshot): string | undefined {
  return paths.find((path) => basename(path) === 'desk');
}

/**
 * Writes a snapshot's copy of the database into a folder.
 *
 * @returns the file, or undefined when the snapshot has none
 * @throws Error with restic's words when the repository cannot be read
 */
export async function findCopy(
  restic: Restic,
  snapshot: Snapshot,
  folder: string,
): Promise<string | undefined> {
  const backupDir = backupDirOf(snapshot);
  if (backupDir === undefined) return undefined;
  const listed = await restic.run(['--no-lock', 'ls', snapshot.id, backupDir]);
  for (const name of Object.values(COPY_NAMES)) {
    const path = join(backupDir, name);
    if (!listed.split('\n').includes(path)) continue;
    const file = join(folder, `${snapshot.short_id}-${name}`);
    await restic.dump(snapshot, path, file);
    return file;
  }
  return undefined;
}

/**
 * The folder with the copy of the database is the one that is not the desk's. Whole paths are not
 * compared, because the lost machine may have had other ones.
 */
function backupDirOf({ paths }: Snapshot): string | undefined {
  return paths.find((path) => basename(path) !== 'desk');
}

interface ChosenSnapshot extends CopyContent {
  snapshot: Snapshot;
  /** The copy of the database, restored. */
  file: string;
}

/**
 * Chooses the newest snapshot that contains an enquiry or was made before this installation. It
 * skips the empty backups that a new machine makes before it is restored.
 *
 * @param wanted id of a snapshot, or its beginning; default: choose
 * @param say called with a line about each snapshot that is skipped
 */
export async function chooseSnapshot(
  restic: Restic,
  snapshots: Snapshot[],
  options: {
    wanted?: string | undefined;
    installedAtMs: number;
    folder: string;
    say: (line: string) => void;
  },
): Promise<ChosenSnapshot> {
  const { wanted, installedAtMs, folder, say } = options;
  const named = snapshots.filter(({ id }) => wanted === undefined || id.startsWith(wanted));
  if (named.length === 0) {
    throw new Error(
      wanted === undefined
        ? 'the repository contains no backup of enquiries.'
        : `no backup of enquiries has the id ${wanted}: website-restore --list shows them.`,
    );
  }
  if (wanted !== undefined && named.length > 1) {
    throw new Error(`several backups have ids that begin with ${wanted}: give more characters.`);
  }
  for (const snapshot of named.reverse()) {
    const isOlder = timeOf(snapshot) < installedAtMs;
    const found = await openCopy(restic, snapshot, folder);
    if (typeof found !== 'string') {
      if (wanted !== undefined || isOlder || found.enquiries > 0) return { ...found, snapshot };
      say(
        `Passed over: ${describeSnapshot(snapshot)}, made after this installation, contains no enquiry.`,
      );
      rmSync(found.file);
    } else if (wanted !== undefined) {
      throw new Error(`${describeSnapshot(snapshot)}: ${found}`);
    } else {
      say(`Passed over: ${describeSnapshot(snapshot)}: ${found}`);
    }
  }
  throw new Error(
    'no backup contains an enquiry, and none was made before this installation. ' +
      'website-restore --list shows them; --snapshot takes one all the same.',
  );
}

/**
 * Restores a snapshot's copy and counts its enquiries. Resolves to a reason when the copy is
 * missing or damaged.
 */
export async function openCopy(restic: Restic, snapshot: Snapshot, folder: string) {
  const file = await findCopy(restic, snapshot, folder);
  if (file === undefined) return 'it contains no copy of the database';
  try {
    return { file, ...(await readCopy(file)) };
  } catch (error) {
    if (existsSync(file)) rmSync(file);
    return (error as Error).message;
  }
}

/**
 * Finds the content that belongs to a backup of the data: the newest one made before the next
 * backup of the data. That next backup may be a new machine's.
 */
export function contentSnapshotFor(
  data: Snapshot,
  all: { data: Snapshot[]; site: Snapshot[] },
  installedAtMs: number,
): Snapshot | undefined {
  const next = all.data.find((snapshot) => timeOf(snapshot) > timeOf(data));
  let until = next ? timeOf(next) : Number.POSITIVE_INFINITY;
  if (timeOf(data) < installedAtMs) until = Math.min(until, installedAtMs);
  return all.site.filter((snapshot) => timeOf(snapshot) < until).at(-1) ?? all.site[0];
}

export function describeSnapshot(snapshot: Snapshot): string {
  return `${snapshot.short_id} of ${formatTime(timeOf(snapshot))}`;
}

/**
 * Finds the restored folders of the content and of the release online, and makes the file `current`
 * name that release.
 */
export function makeRestoredReleaseCurrent({ paths }: Snapshot, work: string) {
  const currentFile = paths.find((path) => basename(path) === CURRENT_FILE);
  if (!currentFile) throw new Error('this backup of the content contains no release.');
  const siteDir = join(work, dirname(currentFile));
  const contentPath = paths.find((path) => !path.startsWith(dirname(currentFile)));
  const contentDir = join(work, contentPath ?? '');
  if (!contentPath || !existsSync(join(contentDir, 'site.yaml'))) {
    throw new Error('this backup contains no content/site.yaml.');
  }
  const ids = readdirSync(releasesDirOf(siteDir));
  const [id = ''] = ids;
  if (!existsSync(manifestFileOf(releaseDirOf(siteDir, id)))) {
    throw new Error('this backup contains no complete release.');
  }
  // The file names a newer release when the desk published during the backup.
  writeFileSync(currentFileOf(siteDir), `${id}\n`);
  return { siteDir, contentDir, id };
}
