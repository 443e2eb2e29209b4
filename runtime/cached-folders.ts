import { createHash } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from './durable-files.ts';
import { removeOlder } from './remove-folders.ts';

const MONTH_MS = 30 * 24 * 3_600_000;

/**
 * Returns the folder of a key in a cache of derived files. The modification time of such a folder
 * is its last use.
 *
 * @param build writes the files into an empty folder, unless they are cached
 */
export async function cachedFolder(
  cacheDir: string,
  key: string,
  build: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(cacheDir, key);
  const now = new Date();
  const isCached = await utimes(folder, now, now).then(
    () => true,
    () => false,
  );
  if (!isCached) await createFolder(folder, build);
  return folder;
}

/** Cache key from the source bytes, the options and the library versions. */
export function cacheKey(bytes: string | Uint8Array, options: unknown): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify(options)).update(bytes);
  return hash.digest('hex').slice(0, 24);
}

/** Removes the folders of a cache whose last use is longer ago than `unusedMs`. */
export async function removeUnused(cacheDir: string, unusedMs = MONTH_MS): Promise<void> {
  const names = await readdir(cacheDir).catch(() => []);
  for (const name of names) await removeOlder(join(cacheDir, name), unusedMs);
}
