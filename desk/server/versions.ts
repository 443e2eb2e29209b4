import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { cp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exists, listFiles } from '../../publish/folders.ts';
import { currentRelease, releaseDir } from '../../publish/releases.ts';
import type { ChangesAnswer, ContentAnswer, Version } from '../api.ts';
import { findChanges } from './changes.ts';
import { readContent } from './content.ts';
import {
  type DeskFolders,
  hashOf,
  readIfThere,
  readJson,
  removeContentFile,
  writeContentFile,
  writeJson,
} from './folders.ts';
import { RefusalError } from './refusal.ts';

/** As many replaced contents are kept, each with its photos. */
const KEPT = 10;
const RELEASE_ID = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})?Z-[0-9a-f]{1,64}$/;

/** What is written beside the content that a 'Zet terug' replaced. */
interface Kept {
  atMs: number;
  /** The release that was online then. */
  online: string | null;
}

export const keptDir = ({ deskDir }: DeskFolders) => join(deskDir, 'kept');

/** Releases and kept contents, the newest first. */
export async function listVersions(folders: DeskFolders): Promise<Version[]> {
  const online = await currentRelease(folders.distDir);
  const releases = (await namesIn(join(folders.distDir, 'releases')))
    .filter((id) => RELEASE_ID.test(id))
    .map((id): Version => ({ id, kind: 'release', atMs: timeOf(id), isOnline: id === online }));
  const kept: Version[] = [];
  for (const id of await namesIn(keptDir(folders))) {
    const one = await readJson<Kept>(join(keptDir(folders), id, 'kept.json'));
    if (one) kept.push({ id, kind: 'kept', atMs: one.atMs, isOnline: false });
  }
  return [...releases, ...kept].sort((a, b) => b.atMs - a.atMs);
}

export async function readOnline(folders: DeskFolders): Promise<Version | null> {
  return (await listVersions(folders)).find(({ isOnline }) => isOnline) ?? null;
}

/** What differs between what is online and what is saved. */
export async function changesSinceOnline(folders: DeskFolders): Promise<ChangesAnswer> {
  const since = await readOnline(folders);
  if (!since) return { since, changes: [] };
  return { since, changes: await findChanges(contentOf(folders, since), folders.contentDir) };
}

/** What a release changed, against the one before it. */
export async function changesIn(folders: DeskFolders, id: string): Promise<ChangesAnswer> {
  const version = await findVersion(folders, id);
  const releases = (await listVersions(folders)).filter(({ kind }) => kind === 'release');
  const since = releases.find(({ atMs }) => atMs < version.atMs) ?? null;
  if (!since) return { since, changes: [] };
  const changes = await findChanges(contentOf(folders, since), contentOf(folders, version));
  return { since, changes };
}

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

/** The content that the site was made of at that time, which is what putting it back publishes. */
export async function publishedContentOf(folders: DeskFolders, version: Version): Promise<string> {
  if (version.kind === 'release') return contentOf(folders, version);
  const kept = await readJson<Kept>(join(keptDir(folders), version.id, 'kept.json'));
  const published = kept?.online && join(releaseDir(folders.distDir, kept.online), 'content');
  return published && (await exists(published)) ? published : contentOf(folders, version);
}

/**
 * Puts the content of a version in place of the content of now, which is kept as a version.
 *
 * @param online the release that was online with the content of now
 */
export async function putContentBack(
  folders: DeskFolders,
  version: Version,
  online: string | null,
): Promise<void> {
  await keepContent(folders, online);
  const from = contentOf(folders, version);
  const then = await listFiles(from);
  for (const path of then) {
    const bytes = await readFile(join(from, path));
    const now = await readIfThere(join(folders.contentDir, path));
    if (!now?.equals(bytes)) await writeContentFile(folders, path, bytes);
  }
  for (const path of await listFiles(folders.contentDir)) {
    if (!then.includes(path) && path !== 'README.md') await removeContentFile(folders, path);
  }
}

/**
 * Puts back one file as it is online; what it held is kept as a version.
 *
 * @throws RefusalError 404 when it is not online, 409 when it changed meanwhile
 */
export async function revertFile(
  folders: DeskFolders,
  { path, hash }: { path: string; hash: string },
): Promise<ContentAnswer> {
  const online = await readOnline(folders);
  const bytes = online && (await readIfThere(join(contentOf(folders, online), path)));
  if (!bytes) throw new RefusalError(404, 'Dit bestand staat niet online.');
  const now = await readIfThere(join(folders.contentDir, path));
  if (now && hashOf(now) !== hash) {
    throw new RefusalError(409, 'Dit is intussen ook ergens anders veranderd.');
  }
  await keepContent(folders, online.id);
  await writeContentFile(folders, path, bytes);
  return readContent(folders);
}

async function keepContent(folders: DeskFolders, online: string | null): Promise<void> {
  const atMs = Date.now();
  const dir = keptDir(folders);
  // Complete before it has its name; a copy on the same disk shares its blocks where that can be.
  const work = join(dir, `.${randomUUID()}`);
  const mode = constants.COPYFILE_FICLONE;
  await cp(folders.contentDir, join(work, 'content'), { recursive: true, mode });
  await writeJson(join(work, 'kept.json'), { atMs, online } satisfies Kept);
  await rename(work, join(dir, `kept-${atMs}`));
  const all = (await namesIn(dir)).sort().reverse();
  for (const id of all.slice(KEPT)) await rm(join(dir, id), { recursive: true, force: true });
}

async function namesIn(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(() => []);
  return names.filter((name) => !name.startsWith('.'));
}

/** When a release was made: its id begins with it. */
const timeOf = (id: string) => Date.parse(id.replace(RELEASE_ID, '$1-$2-$3T$4:$5:$6Z'));
