import { readdir, readFile, rm } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { readCarried, releaseDir } from '../../publish/releases.ts';
import { type DeskFolders, readIfExists } from './folders.ts';
import { RefusalError } from './refusal.ts';
import { findInBin, removeFromBin } from './uploads.ts';
import { contentOf, listVersions } from './versions.ts';

/**
 * Removes a file from the bin, from every version, and from what the site serves. Backups of it
 * expire. The public files of earlier releases are removed as a whole: only their content is needed.
 *
 * @throws RefusalError 404, or 409 while the release online contains the file
 */
export async function purgeUpload(folders: DeskFolders, binId: string): Promise<void> {
  const { path, file } = await findInBin(folders, binId);
  const bytes = await readFile(file);
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
    if (isOnline) await removeCarriedPhotos(dir);
    else await rm(join(dir, 'public'), { recursive: true, force: true });
  }
  const scaledDir = join(folders.cacheDir, 'desk-photos');
  for (const scaled of await readdir(scaledDir).catch(() => [])) {
    if (scaled.startsWith(`${parse(path).name}-`)) await rm(join(scaledDir, scaled));
  }
  await removeFromBin(folders, binId);
}

/** Removes photos of earlier releases, which were kept for pages that are still open in a tab. */
async function removeCarriedPhotos(releaseDir: string): Promise<void> {
  for (const file of Object.keys(await readCarried(releaseDir))) {
    if (file.startsWith('photos/')) await rm(join(releaseDir, 'public', file), { force: true });
  }
}
