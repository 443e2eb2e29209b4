import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyTree, createFolder, listFiles } from '../../publish/folders.ts';
import { currentRelease, newReleaseId, releaseDir } from '../../publish/releases.ts';
import type { ChangesAnswer, ContentAnswer, FileVersion, Version } from '../api.ts';
import { findChanges } from './changes.ts';
import { conflict, readContent } from './content.ts';
import { type DeskFolders, readIfExists, removeContentFile, writeContentFile } from './folders.ts';
import { readYaml } from './read-content.ts';
import { RefusalError } from './refusal.ts';

/**
 * Versions are the releases of the site and, among them, contents that a 'Zet terug' replaced: folders
 * with content alone, which expire like releases.
 */

/** The end of the id of a replaced content. */
const KEPT = 'kept';
/** An id, which begins with its time. */
const ID = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-.*/;

/** Lists all versions, latest first. */
export async function listVersions({ distDir }: DeskFolders): Promise<Version[]> {
  const online = await currentRelease(distDir);
  const ids = await readdir(join(distDir, 'releases')).catch(() => []);
  return ids
    .filter((id) => ID.test(id))
    .sort()
    .reverse()
    .map((id) => ({
      id,
      kind: id.endsWith(KEPT) ? 'kept' : 'release',
      atMs: Date.parse(id.replace(ID, '$1-$2-$3T$4:$5:$6.$7Z')),
      isOnline: id === online,
    }));
}

export async function readOnline(folders: DeskFolders): Promise<Version | null> {
  return (await listVersions(folders)).find(({ isOnline }) => isOnline) ?? null;
}

/** Compares the saved content with the release online. */
export async function changesSinceOnline(folders: DeskFolders): Promise<ChangesAnswer> {
  const since = await readOnline(folders);
  if (!since) return { since, changes: [] };
  return { since, changes: await findChanges(contentOf(folders, since), folders.contentDir) };
}

/**
 * @returns the version, and the release before it
 * @throws RefusalError 404
 */
export async function findVersion(
  folders: DeskFolders,
  id: string,
): Promise<{ version: Version; before: Version | undefined }> {
  const versions = await listVersions(folders);
  const version = versions.find((one) => one.id === id);
  if (!version) throw new RefusalError(404, 'Die versie is er niet meer.');
  const earlier = versions.slice(versions.indexOf(version) + 1);
  return { version, before: earlier.find(({ kind }) => kind === 'release') };
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
    const current = await readIfExists(join(folders.contentDir, path));
    if (!current?.equals(bytes)) await writeContentFile(folders, path, bytes);
  }
  for (const path of await listFiles(folders.contentDir)) {
    if (!files.includes(path) && path !== 'README.md') await removeContentFile(folders, path);
  }
}

/**
 * Restores one file as it is online; the replaced content becomes a version.
 *
 * @throws RefusalError 404 when it is not online, 409 when it has changed since it was read
 */
export async function revertFile(
  folders: DeskFolders,
  { path, hash }: FileVersion,
): Promise<ContentAnswer> {
  const now = await readYaml(folders.contentDir, path);
  if (now && now.hash !== hash) throw conflict(now);
  const online = await readOnline(folders);
  const bytes = online && (await readIfExists(join(contentOf(folders, online), path)));
  if (!bytes) throw new RefusalError(404, 'Dit bestand staat niet online.');
  await keepContent(folders, new Date());
  await writeContentFile(folders, path, bytes);
  return readContent(folders);
}

async function keepContent(folders: DeskFolders, now: Date): Promise<void> {
  const online = await readOnline(folders);
  const earlier = online ? contentOf(folders, online) : undefined;
  await createFolder(releaseDir(folders.distDir, newReleaseId(now, KEPT)), (work) =>
    copyTree(folders.contentDir, join(work, 'content'), earlier),
  );
}
