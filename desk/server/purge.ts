import { readdir, readFile, rm } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { currentRelease, readCarried, releaseDir } from '../../publish/releases.ts';
import { type DeskFolders, readIfExists } from './folders.ts';
import { RefusalError } from './refusal.ts';
import { binFile, findInBin, removeFromBin } from './uploads.ts';

/**
 * Removes a file from the bin, from every version, and from what the site serves. Backups of it
 * expire. The public files of earlier releases are removed as a whole: only their content is needed.
 *
 * @throws RefusalError 404, or 409 while the release online contains the file
 */
export async function purgeFile(folders: DeskFolders, id: string): Promise<void> {
  const { distDir, cacheDir } = folders;
  const { path } = await findInBin(folders, id);
  const bytes = await readFile(binFile(folders, id));
  const contains = async (release: string) =>
    (await readIfExists(join(releaseDir(distDir, release), 'content', path)))?.equals(bytes);
  const online = await currentRelease(distDir);
  if (online && (await contains(online))) {
    throw new RefusalError(409, 'Dit staat nog online. Zet eerst je wijzigingen online.');
  }
  for (const release of await readdir(join(distDir, 'releases')).catch(() => [])) {
    const dir = releaseDir(distDir, release);
    if (await contains(release)) await rm(join(dir, 'content', path));
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
