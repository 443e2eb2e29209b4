import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyTree, createFolder, exists, listFiles } from '../../publish/folders.ts';
import { currentRelease, releaseDir } from '../../publish/releases.ts';
import type { ChangesAnswer, ContentAnswer, FileVersion, Version } from '../api.ts';
import { findChanges } from './changes.ts';
import { conflict, readContent } from './content.ts';
import { type DeskFolders, readIfExists, removeContentFile, writeContentFile } from './folders.ts';
import { readYaml } from './read-content.ts';
import { RefusalError } from './refusal.ts';

/** How many replaced contents are kept, each with its photos. */
const MAX_KEPT = 10;
/** The time at which a release's id begins. */
const RELEASE_TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-.*/;

/** Contents that a 'Zet terug' replaced: `{time in ms}_{release that was online}/content/`. */
export const keptDir = ({ deskDir }: DeskFolders) => join(deskDir, 'kept');

/** Lists releases and kept contents, latest first. */
export async function listVersions(folders: DeskFolders): Promise<Version[]> {
  const online = await currentRelease(folders.distDir);
  const releases = (await readdir(join(folders.distDir, 'releases')).catch(() => [])).map(
    (id): Version => {
      const atMs = Date.parse(id.replace(RELEASE_TIME, '$1-$2-$3T$4:$5:$6.$7Z'));
      return { id, kind: 'release', atMs, isOnline: id === online };
    },
  );
  const kept = (await readdir(keptDir(folders)).catch(() => [])).map((id): Version => {
    return { id, kind: 'kept', atMs: Number(id.split('_')[0]), isOnline: false };
  });
  // Unfinished folders have no time in their name.
  return [...releases, ...kept].filter(({ atMs }) => atMs > 0).sort((a, b) => b.atMs - a.atMs);
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

/** Compares a version with the release before it. */
export async function changesIn(folders: DeskFolders, id: string): Promise<ChangesAnswer> {
  const version = await findVersion(folders, id);
  const earlier = (await listVersions(folders)).filter(({ atMs }) => atMs < version.atMs);
  const since = earlier.find(({ kind }) => kind === 'release') ?? null;
  if (!since) return { since, changes: [] };
  const changes = await findChanges(contentOf(folders, since), contentOf(folders, version));
  return { since, changes };
}

/** @throws RefusalError 404 */
export async function findVersion(folders: DeskFolders, id: string): Promise<Version> {
  const version = (await listVersions(folders)).find((one) => one.id === id);
  if (!version) throw new RefusalError(404, 'Die versie is er niet meer.');
  return version;
}

/** The folder with the content of a version. */
export function contentOf(folders: DeskFolders, { id, kind }: Version): string {
  const dir = kind === 'kept' ? join(keptDir(folders), id) : releaseDir(folders.distDir, id);
  return join(dir, 'content');
}

/** The folder with the content that was online at the time of a version. */
export async function publishedContentOf(folders: DeskFolders, version: Version): Promise<string> {
  const [, online = ''] = version.kind === 'kept' ? version.id.split('_') : [];
  const published = join(releaseDir(folders.distDir, online), 'content');
  return online && (await exists(published)) ? published : contentOf(folders, version);
}

/** Replaces the content by that of a version; the replaced one is kept as a version. */
export async function restoreContent(
  folders: DeskFolders,
  version: Version,
  online: Version | null,
): Promise<void> {
  await keepContent(folders, online);
  const from = contentOf(folders, version);
  const files = await listFiles(from);
  for (const path of files) {
    const bytes = await readFile(join(from, path));
    const now = await readIfExists(join(folders.contentDir, path));
    if (!now?.equals(bytes)) await writeContentFile(folders, path, bytes);
  }
  for (const path of await listFiles(folders.contentDir)) {
    if (!files.includes(path) && path !== 'README.md') await removeContentFile(folders, path);
  }
}

/**
 * Restores one file as it is online; the replaced content is kept as a version.
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
  await keepContent(folders, online);
  await writeContentFile(folders, path, bytes);
  return readContent(folders);
}

async function keepContent(folders: DeskFolders, online: Version | null): Promise<void> {
  const dir = keptDir(folders);
  const earlier = online ? contentOf(folders, online) : undefined;
  await createFolder(join(dir, `${Date.now()}_${online?.id ?? ''}`), (work) =>
    copyTree(folders.contentDir, join(work, 'content'), earlier),
  );
  const kept = (await listVersions(folders)).filter(({ kind }) => kind === 'kept');
  for (const { id } of kept.slice(MAX_KEPT)) await rm(join(dir, id), { recursive: true });
}
