import { readdir, readFile, rm } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { listFiles } from '../../publish/folders.ts';
import { currentRelease, releaseDir } from '../../publish/releases.ts';
import { type BinEntry, binFile, findInBin, removeFromBin } from './bin.ts';
import { type DeskFolders, readIfExists } from './folders.ts';
import { RefusalError } from './refusal.ts';
import { keptDir } from './versions.ts';

/** @throws RefusalError 404, or 409 while the release online contains the file */
export async function findPurgeable(folders: DeskFolders, id: string): Promise<BinEntry> {
  const entry = await findInBin(folders, id);
  const online = await currentRelease(folders.distDir);
  const content = online && join(releaseDir(folders.distDir, online), 'content');
  if (content && (await isSameFile(join(content, entry.path), binFile(folders, id)))) {
    throw new RefusalError(409, 'Dit staat nog online. Zet eerst je wijzigingen online.');
  }
  return entry;
}

/** Removes a file from the bin, every version and their public files; backups of it expire. */
export async function purgeFile(folders: DeskFolders, { id, path }: BinEntry): Promise<void> {
  const { dir, name } = parse(path);
  const inUse = await readOnlineTexts(folders);
  const listDir = (dir: string) => readdir(dir).catch(() => []);
  const parents = [join(folders.distDir, 'releases'), keptDir(folders)];
  for (const parent of parents) {
    for (const version of await listDir(parent)) {
      for (const copy of [`content/${path}`, `public/${path}`]) {
        const file = join(parent, version, copy);
        if (await isSameFile(file, binFile(folders, id))) await rm(file);
      }
      if (dir !== 'photos') continue;
      const photos = join(parent, version, 'public/photos');
      for (const file of await listDir(photos)) {
        // Releases also carry the photos of earlier ones, for pages that are still open in a tab.
        const [base, photo] = /^(.+)-[0-9a-f]{8}(?=-)/.exec(file) ?? [];
        if (base && photo === name && !inUse.includes(base)) await rm(join(photos, file));
      }
    }
  }
  const copies = join(folders.cacheDir, 'desk-photos');
  for (const file of dir === 'photos' ? await listDir(copies) : []) {
    if (file.startsWith(`${name}-`)) await rm(join(copies, file), { force: true });
  }
  await removeFromBin(folders, id);
}

async function isSameFile(file: string, other: string): Promise<boolean> {
  const bytes = await readIfExists(file);
  return bytes?.equals((await readIfExists(other)) ?? Buffer.alloc(0)) ?? false;
}

/** The pages and lists of the release online, which name the photos that it uses. */
async function readOnlineTexts({ distDir }: DeskFolders): Promise<string> {
  const online = await currentRelease(distDir);
  if (!online) return '';
  const dir = join(releaseDir(distDir, online), 'public');
  const files = await listFiles(dir, ['**/*.{html,json,css,xml}']);
  const texts = await Promise.all(files.map((file) => readFile(join(dir, file), 'utf8')));
  return texts.join('\n');
}
