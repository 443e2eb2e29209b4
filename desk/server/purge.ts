import { readdir, rm } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { currentRelease, readCarried, releaseDir } from '../../publish/releases.ts';
import { type DeskFolders, readIfExists } from './folders.ts';
import { RefusalError } from './refusal.ts';
import { type BinEntry, binFile, findInBin, removeFromBin } from './uploads.ts';

/** @throws RefusalError 404, or 409 while the release online contains the file */
export async function findPurgeable(folders: DeskFolders, id: string): Promise<BinEntry> {
  const entry = await findInBin(folders, id);
  const online = await currentRelease(folders.distDir);
  const file = online && join(releaseDir(folders.distDir, online), 'content', entry.path);
  if (file && (await isSameFile(file, binFile(folders, id)))) {
    throw new RefusalError(409, 'Dit staat nog online. Zet eerst je wijzigingen online.');
  }
  return entry;
}

/**
 * Removes a file from the bin, from every version, and from what the site serves. Backups of it
 * expire. The public files of earlier releases are removed as a whole: only their content is needed.
 */
export async function purgeFile(folders: DeskFolders, { id, path }: BinEntry): Promise<void> {
  const { distDir, cacheDir } = folders;
  const online = await currentRelease(distDir);
  for (const release of await readdir(join(distDir, 'releases')).catch(() => [])) {
    const dir = releaseDir(distDir, release);
    const file = join(dir, 'content', path);
    if (await isSameFile(file, binFile(folders, id))) await rm(file);
    if (release !== online) await rm(join(dir, 'public'), { recursive: true, force: true });
  }
  if (online) {
    // Photos of earlier releases, for pages that are still open in a tab.
    const carried = Object.keys(await readCarried(releaseDir(distDir, online)));
    for (const file of carried.filter((one) => one.startsWith('photos/'))) {
      await rm(join(releaseDir(distDir, online), 'public', file), { force: true });
    }
  }
  const copies = join(cacheDir, 'desk-photos');
  for (const file of await readdir(copies).catch(() => [])) {
    if (file.startsWith(`${parse(path).name}-`)) await rm(join(copies, file));
  }
  await removeFromBin(folders, id);
}

async function isSameFile(file: string, other: string): Promise<boolean> {
  const [bytes, otherBytes] = [await readIfExists(file), await readIfExists(other)];
  return bytes !== undefined && otherBytes !== undefined && bytes.equals(otherBytes);
}
