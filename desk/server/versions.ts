import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyTree, createFolder, exists, listFiles } from '../../publish/folders.ts';
import { currentRelease, newReleaseId, readCarried, releaseDir } from '../../publish/releases.ts';
import { findChanges } from './changes.ts';
import { contentFile, type DeskFolders, readIfExists, removeFile, saveFile } from './folders.ts';
import { RefusalError } from './refusal.ts';

/**
 * Content that can be restored: releases of the site, and contents that were replaced (`kept`).
 * Those are folders among the releases, with content alone, and expire like them.
 */
export interface Version {
  id: string;
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

/** @returns null before the first release */
export async function readOnline(folders: DeskFolders): Promise<Version | null> {
  return (await listVersions(folders)).find(({ isOnline }) => isOnline) ?? null;
}

/** The folder with the content of a version. */
export function contentOf({ distDir }: DeskFolders, { id }: Version): string {
  return join(releaseDir(distDir, id), 'content');
}

/** Compares the saved content with the release online. */
export async function changesSinceOnline(folders: DeskFolders) {
  const since = await readOnline(folders);
  const changes = since ? await findChanges(contentOf(folders, since), folders.contentDir) : [];
  return { since, changes };
}

/** Replaces the content; the replaced one becomes a version with the time `now`. */
export async function restoreContent(folders: DeskFolders, version: Version, now: Date) {
  await keepContent(folders, now);
  const from = contentOf(folders, version);
  const paths = new Set([...(await listFiles(from)), ...(await listFiles(folders.contentDir))]);
  paths.delete('README.md');
  for (const path of paths) await restoreFile(folders, from, path);
}

/** Restores one file as it is online; the replaced content becomes a version. */
export async function revertFile(folders: DeskFolders, path: string): Promise<void> {
  const online = await readOnline(folders);
  const from = online && contentOf(folders, online);
  const isOnline = from && (await exists(join(from, path)));
  if (!isOnline) throw new RefusalError(404, 'Dit bestand staat niet online.');
  await keepContent(folders, new Date());
  await restoreFile(folders, from, path);
}

/** Makes one file as it is in a folder with content. */
async function restoreFile(folders: DeskFolders, from: string, path: string): Promise<void> {
  const file = contentFile(folders, path);
  const bytes = await readIfExists(join(from, path));
  const current = await readIfExists(file);
  if (!bytes) await removeFile(file);
  else if (!current?.equals(bytes)) await saveFile(file, bytes);
}

/** Removes a file from all versions, and all public files of earlier releases. */
export async function eraseFromVersions(folders: DeskFolders, path: string, bytes: Buffer) {
  const erased: string[] = [];
  for (const { id, isOnline } of await listVersions(folders)) {
    const dir = releaseDir(folders.distDir, id);
    const copy = join(dir, 'content', path);
    const isSame = (await readIfExists(copy))?.equals(bytes);
    if (isSame && isOnline) {
      throw new RefusalError(409, 'Dit staat nog online. Zet eerst je wijzigingen online.');
    }
    if (isSame) erased.push(copy);
    if (!isOnline) erased.push(join(dir, 'public'));
    // Files of earlier releases, for pages that are still open in a tab.
    const carried = isOnline ? Object.keys(await readCarried(dir)) : [];
    const photos = carried.filter((file) => file.startsWith('photos/'));
    erased.push(...photos.map((file) => join(dir, 'public', file)));
  }
  for (const one of erased) await rm(one, { recursive: true, force: true });
}

async function keepContent(folders: DeskFolders, now: Date): Promise<void> {
  const online = await readOnline(folders);
  const earlier = online ? contentOf(folders, online) : undefined;
  const dir = releaseDir(folders.distDir, newReleaseId(now, KEPT));
  await createFolder(dir, (work) => copyTree(folders.contentDir, join(work, 'content'), earlier));
}
