import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { currentReleaseId, newReleaseId, readCarried } from '../../../publish/releases/releases.ts';
import {
  contentDirOf,
  publicDirOf,
  releaseDirOf,
  releasesDirOf,
} from '../../../release/site-folder.ts';
import { copyTree, linkOrCopy } from '../../../runtime/copy-files.ts';
import { createFolder, WORK_FOLDER } from '../../../runtime/durable-files.ts';
import { listFiles } from '../../../runtime/find-files.ts';
import { RefusedError } from '../../shared/api.ts';
import { readIfExists, removeFile, saveFile } from '../desk-files.ts';
import type { Folders } from '../desk-folders.ts';
import { filesInEither, findChanges, isSameFile } from './changes.ts';
import { contentFile } from './content-paths.ts';
import { readShownFiles } from './read-content.ts';
import { putInBin } from './recycle-bin.ts';

/**
 * A version of the content that can be restored: that of a release, or one that 'Zet terug'
 * replaced and that expires like a release.
 */
interface ContentVersion {
  id: string;
  kind: 'release' | 'replaced';
  atMs: number;
  isOnline: boolean;
}

/**
 * The end of the id of a version that 'Zet terug' replaced. It is an old name, because
 * installations have folders that end so.
 */
const REPLACED_SUFFIX = 'kept';
/** Matches the time with which the id of a version begins. */
const ID = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-.*/;

/** Lists all versions, the latest first. */
export async function listVersions({ siteDir }: Folders): Promise<ContentVersion[]> {
  const online = await currentReleaseId(siteDir);
  const names = await readdir(releasesDirOf(siteDir)).catch(() => []);
  const ids = names.filter((name) => ID.test(name));
  const latestFirst = ids.sort().reverse();
  return latestFirst.map((id) => {
    const time = id.replace(ID, '$1-$2-$3T$4:$5:$6.$7Z');
    const kind = id.endsWith(REPLACED_SUFFIX) ? 'replaced' : 'release';
    return { id, kind, atMs: Date.parse(time), isOnline: id === online };
  });
}

/** @returns null before the first release */
export async function readOnline(folders: Folders): Promise<ContentVersion | null> {
  const versions = await listVersions(folders);
  return versions.find(({ isOnline }) => isOnline) ?? null;
}

export function versionDirOf({ siteDir }: Folders, { id }: ContentVersion): string {
  return contentDirOf(releaseDirOf(siteDir, id));
}

export async function changesSinceOnline(folders: Folders) {
  const since = await readOnline(folders);
  if (!since) return { since, changes: [] };
  const changes = await findChanges(versionDirOf(folders, since), folders.contentDir);
  return { since, changes };
}

/** Reads the values of the files that are online; empty before the first release. */
export async function readOnlineFiles(folders: Folders) {
  const online = await readOnline(folders);
  if (!online) return [];
  const { files } = await readShownFiles(versionDirOf(folders, online));
  return files.map(({ path, value }) => ({ path, value }));
}

/** Restores a version. The replaced content becomes a version of the time `now`. */
export async function restoreContent(folders: Folders, version: ContentVersion, now: Date) {
  await storeAsVersion(folders, now);
  const from = versionDirOf(folders, version);
  for (const path of await filesInEither(from, folders.contentDir)) {
    const file = contentFile(folders, path);
    if (await isSameFile(join(from, path), file)) continue;
    const bytes = await readIfExists(join(from, path));
    if (bytes) await saveFile(file, bytes);
    else await removeFile(file);
  }
}

/**
 * Copies the content as it is between two saves. Large files are hard-linked, which is safe because
 * the desk replaces files and never writes into them.
 */
export async function takeSnapshot({ contentDir }: Folders, dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true });
  for (const path of await listFiles(contentDir)) {
    const [from, to] = [join(contentDir, path), join(dir, path)];
    if (path.endsWith('.yaml')) {
      await mkdir(dirname(to), { recursive: true });
      await copyFile(from, to);
    } else await linkOrCopy(from, to);
  }
}

/**
 * Restores one file as it is online.
 *
 * @throws RefusedError 404 when it is not online
 */
export async function restoreFile(folders: Folders, path: string): Promise<void> {
  const online = await readOnline(folders);
  const file = contentFile(folders, path);
  const bytes = online && (await readIfExists(join(versionDirOf(folders, online), path)));
  if (!bytes) throw new RefusedError(404, 'Dit staat nog niet online.');
  const current = await readIfExists(file);
  if (current) await putInBin(folders, { path }, (copy) => writeFile(copy, current));
  await saveFile(file, bytes);
}

/** Erases a file from all versions, with all public files of earlier ones. */
export async function eraseFromVersions(folders: Folders, path: string, bytes: Buffer) {
  const erased: string[] = [];
  for (const { id, isOnline } of await listVersions(folders)) {
    const dir = releaseDirOf(folders.siteDir, id);
    const copy = join(contentDirOf(dir), path);
    const copied = await readIfExists(copy);
    const isSame = copied?.equals(bytes);
    if (isSame && isOnline) {
      throw new RefusedError(409, 'Dit staat nog online. Zet eerst je wijzigingen online.');
    }
    if (isSame) erased.push(copy);
    if (!isOnline) erased.push(publicDirOf(dir));
    // These photos were carried over for pages that are still open.
    const carried = isOnline ? await readCarried(dir) : {};
    for (const file of Object.keys(carried)) {
      if (file.startsWith('photos/')) erased.push(join(publicDirOf(dir), file));
    }
  }
  // Publishing that was killed left these folders, with a copy of the content.
  const releases = releasesDirOf(folders.siteDir);
  for (const name of await readdir(releases).catch(() => [])) {
    if (name.startsWith(WORK_FOLDER)) erased.push(join(releases, name));
  }
  for (const file of erased) await rm(file, { recursive: true, force: true });
}

/** Stores the content as a version, before it is replaced. */
async function storeAsVersion(folders: Folders, now: Date) {
  const { contentDir, siteDir } = folders;
  const online = await readOnline(folders);
  const earlier = online ? versionDirOf(folders, online) : undefined;
  const dir = releaseDirOf(siteDir, newReleaseId(now, REPLACED_SUFFIX));
  await createFolder(dir, (work) => copyTree(contentDir, join(work, 'content'), earlier));
}
