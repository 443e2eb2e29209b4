import { readdir, readFile, rm } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { currentRelease, releaseDir } from '../../publish/releases.ts';
import { type BinEntry, emptyOf, findInBin } from './bin.ts';
import { type DeskFolders, hashOf, readIfThere } from './folders.ts';
import { RefusalError } from './refusal.ts';
import { keptDir } from './versions.ts';

/**
 * 'Wis voorgoed' of a file in the bin. The backups that were made of it expire by themselves.
 */

/** @throws RefusalError 404, or 409 while the release online was made with these bytes */
export async function assertNotOnline(folders: DeskFolders, binId: string): Promise<BinEntry> {
  const entry = await findInBin(folders, binId);
  const online = await currentRelease(folders.distDir);
  const dir = online && join(releaseDir(folders.distDir, online), 'content');
  if (dir && (await holds(dir, entry))) {
    throw new RefusalError(409, 'Dit staat nog online. Zet eerst je wijzigingen online.');
  }
  return entry;
}

/** Removes these bytes from every version and its public files, and then from the bin. */
export async function purgeFile(folders: DeskFolders, entry: BinEntry): Promise<void> {
  const { distDir, cacheDir } = folders;
  const releases = await subfolders(join(distDir, 'releases'));
  for (const dir of [...releases, ...(await subfolders(keptDir(folders)))]) {
    if (await holds(join(dir, 'content'), entry)) await rm(join(dir, 'content', entry.path));
  }
  const { dir, name } = parse(entry.path);
  const online = await currentRelease(distDir);
  if (dir === 'photos') {
    // A release also has the files of the ones before it, for pages that stay open in a tab.
    const used = online ? await textOf(join(releaseDir(distDir, online), 'public')) : '';
    for (const release of releases) {
      const photos = join(release, 'public', 'photos');
      for (const file of await readdir(photos).catch(() => [])) {
        const [version, id] = /^(.+)-[0-9a-f]{8}(?=-)/.exec(file) ?? [];
        if (id === name && version && !used.includes(version)) await rm(join(photos, file));
      }
    }
    const copies = join(cacheDir, 'desk-photos');
    for (const file of await readdir(copies).catch(() => [])) {
      if (file.startsWith(`${name}-`)) await rm(join(copies, file), { force: true });
    }
  } else {
    for (const release of releases) {
      const file = join(release, 'public', entry.path);
      const bytes = await readIfThere(file);
      if (bytes && hashOf(bytes) === entry.hash) await rm(file);
    }
  }
  await emptyOf(folders, entry.id);
}

async function holds(contentDir: string, { path, hash }: BinEntry): Promise<boolean> {
  const bytes = await readIfThere(join(contentDir, path));
  return bytes !== undefined && hashOf(bytes) === hash;
}

/** All pages and lists of a release: what they name is in use. */
async function textOf(publicDir: string): Promise<string> {
  const files = await readdir(publicDir, { recursive: true });
  const texts = files.filter((file) => /\.(?:html|json|css|xml)$/.test(file));
  const contents = await Promise.all(texts.map((file) => readFile(join(publicDir, file), 'utf8')));
  return contents.join('\n');
}

async function subfolders(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(dir, name));
}
