import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyTree, createFolder, listFiles } from '../../publish/folders.ts';
import { currentRelease, newReleaseId, releaseDir } from '../../publish/releases.ts';
import { findChanges } from './changes.ts';
import { contentFile, type DeskFolders, readIfExists, removeFile, saveFile } from './folders.ts';
import { RefusalError } from './refusal.ts';

/**
 * Content that can be restored: the releases of the site and, among them, contents that a 'Zet terug'
 * replaced, which are folders with content alone and expire like releases.
 */
export interface Version {
  id: string;
  /** `kept`: the content that a 'Zet terug' replaced. */
  kind: 'release' | 'kept';
  atMs: number;
  isOnline: boolean;
}

/** The end of the id of a replaced content. */
const KEPT = 'kept';
/** An id, which begins with its time. */
const ID = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-.*/;

/** Lists all versions, latest first. */
export async function listVersions({ distDir }: DeskFolders): Promise<Version[]> {
  const online = await currentRelease(distDir);
  const ids = await readdir(join(distDir, 'releases')).catch(() => []);
  const versions = ids
    .filter((id) => ID.test(id))
    .map((id): Version => {
      const kind = id.endsWith(KEPT) ? 'kept' : 'release';
      const atMs = Date.parse(id.replace(ID, '$1-$2-$3T$4:$5:$6.$7Z'));
      return { id, kind, atMs, isOnline: id === online };
    });
  return versions.sort((a, b) => b.atMs - a.atMs);
}

/** The release that was put online; null before the first. */
export async function readOnline(folders: DeskFolders): Promise<Version | null> {
  return (await listVersions(folders)).find(({ isOnline }) => isOnline) ?? null;
}

/** Compares the saved content with the release online; without one there are no changes. */
export async function changesSinceOnline(folders: DeskFolders) {
  const since = await readOnline(folders);
  const changes = since ? await findChanges(contentOf(folders, since), folders.contentDir) : [];
  return { since, changes };
}

/** The folder with the content of a version. */
export function contentOf({ distDir }: DeskFolders, { id }: Version): string {
  return join(releaseDir(distDir, id), 'content');
}

/**
 * Replaces the content by that of a version; the replaced one becomes a version.
 *
 * @param now the time of that version
 */
export async function restoreContent(
  folders: DeskFolders,
  version: Version,
  now: Date,
): Promise<void> {
  await keepContent(folders, now);
  const from = contentOf(folders, version);
  const files = await listFiles(from);
  for (const path of files) {
    const bytes = await readFile(join(from, path));
    const target = contentFile(folders, path);
    const current = await readIfExists(target);
    if (!current?.equals(bytes)) await saveFile(target, bytes);
  }
  for (const path of await listFiles(folders.contentDir)) {
    const isKept = files.includes(path) || path === 'README.md';
    if (!isKept) await removeFile(contentFile(folders, path));
  }
}

/**
 * Restores one file as it is online; the replaced content becomes a version.
 *
 * @throws RefusalError 404 when it is not online
 */
export async function revertFile(folders: DeskFolders, path: string): Promise<void> {
  const target = contentFile(folders, path);
  const online = await readOnline(folders);
  const bytes = online && (await readIfExists(join(contentOf(folders, online), path)));
  if (!bytes) throw new RefusalError(404, 'Dit bestand staat niet online.');
  await keepContent(folders, new Date());
  await saveFile(target, bytes);
}

async function keepContent(folders: DeskFolders, now: Date): Promise<void> {
  const online = await readOnline(folders);
  const earlier = online ? contentOf(folders, online) : undefined;
  const dir = releaseDir(folders.distDir, newReleaseId(now, KEPT));
  await createFolder(dir, (work) => copyTree(folders.contentDir, join(work, 'content'), earlier));
}
