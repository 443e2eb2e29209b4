import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { putInPlace, replaceFile } from './folders.ts';

/**
 * Releases below one folder, `dist/`:
 *
 *     current                  the id of the release in force
 *     releases/<id>/           release.json, public/, content/
 *
 * A release is complete before it is named in `current`; the server moves over when that file
 * changes.
 */

/** Public files of an earlier release keep answering this long, for pages that stay open; as the server's. */
const KEEP_PUBLIC_MS = 30 * 24 * 3_600_000;

/** An id that sorts by time: '20261121T213000123Z-3fa9c1d2'. */
export function newReleaseId(now: Date, inputsHash: string): string {
  return `${now.toISOString().replace(/[-:.]/g, '')}-${inputsHash.slice(0, 8)}`;
}

export async function switchTo(distDir: string, id: string): Promise<void> {
  await replaceFile(join(distDir, 'current'), `${id}\n`);
}

/** The id of the release in force; undefined before the first. */
export async function currentRelease(distDir: string): Promise<string | undefined> {
  const id = await readFile(join(distDir, 'current'), 'utf8').catch(() => undefined);
  return id?.trim();
}

export function releaseDir(distDir: string, id: string): string {
  return join(distDir, 'releases', id);
}

/** Puts a finished folder among the releases; it is not in force yet. */
export async function addRelease(distDir: string, id: string, finished: string): Promise<void> {
  await putInPlace(finished, releaseDir(distDir, id));
}

/**
 * Removes the public files of releases that were replaced over 30 days ago; their `content/` stays,
 * for good. The one in force keeps all.
 */
export async function removeOldFiles(distDir: string, now: Date): Promise<void> {
  const current = await currentRelease(distDir);
  const ids = (await readdir(join(distDir, 'releases'))).filter((id) => /^\d/.test(id)).sort();
  const oldest = newReleaseId(new Date(now.getTime() - KEEP_PUBLIC_MS), '');
  for (const [index, id] of ids.entries()) {
    // It was in force until the next one was published.
    const replacedBy = ids[index + 1];
    if (id === current || !replacedBy || replacedBy >= oldest) continue;
    await rm(join(releaseDir(distDir, id), 'public'), { recursive: true, force: true });
  }
}
