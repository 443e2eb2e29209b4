import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyTree, createFolder, listFiles } from '../../publish/folders.ts';
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

/** Restores one file as it is online; the replaced content becomes a version. */
export async function revertFile(folders: DeskFolders, path: string): Promise<void> {
  const target = contentFile(folders, path);
  const online = await readOnline(folders);
  const bytes = online && (await readIfExists(join(contentOf(folders, online), path)));
  if (!bytes) throw new RefusalError(404, 'Dit bestand staat niet online.');
  await keepContent(folders, new Date());
  await saveFile(target, bytes);
}

/** Removes a file from all versions, and all public files of earlier releases. */
export async function eraseFromVersions(folders: DeskFolders, path: string, bytes: Buffer) {
  const versions = await listVersions(folders);
  const copies: string[] = [];
  for (const version of versions) {
    const copy = join(contentOf(folders, version), path);
    const isEqual = (await readIfExists(copy))?.equals(bytes);
    if (isEqual && version.isOnline) {
      throw new RefusalError(409, 'Dit staat nog online. Zet eerst je wijzigingen online.');
    }
    if (isEqual) copies.push(copy);
  }
  for (const copy of copies) await rm(copy);
  for (const { id, isOnline } of versions) {
    const dir = releaseDir(folders.distDir, id);
    if (!isOnline) {
      await rm(join(dir, 'public'), { recursive: true, force: true });
      continue;
    }
    // Photos of earlier releases, for pages that are still open in a tab.
    const carried = Object.keys(await readCarried(dir));
    for (const file of carried.filter((one) => one.startsWith('photos/'))) {
      await rm(join(dir, 'public', file), { force: true });
    }
  }
}

async function keepContent(folders: DeskFolders, now: Date): Promise<void> {
  const online = await readOnline(folders);
  const earlier = online ? contentOf(folders, online) : undefined;
  const dir = releaseDir(folders.distDir, newReleaseId(now, KEPT));
  await createFolder(dir, (work) => copyTree(folders.contentDir, join(work, 'content'), earlier));
}
