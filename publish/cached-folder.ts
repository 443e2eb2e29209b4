import { createHash } from 'node:crypto';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from './folders.ts';

const MONTH_MS = 30 * 24 * 3_600_000;

/**
 * A cache of derived files: one folder for each key, dated by its last use.
 *
 * @param build writes the files into an empty folder, unless they are cached
 * @returns the folder
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
export function cacheKey(bytes: Uint8Array, options: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(options)).update(bytes);
  return hash.digest('hex').slice(0, 24);
}

/** Removes folders of a cache that were not used for that long. */
export async function dropUnused(cacheDir: string, unusedMs = MONTH_MS): Promise<void> {
  for (const name of await readdir(cacheDir).catch(() => [])) {
    const folder = join(cacheDir, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > unusedMs) await rm(folder, { recursive: true, force: true });
  }
}
