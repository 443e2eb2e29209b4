import { createHash } from 'node:crypto';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { listDir } from './folders.ts';

/**
 * A cache of derived files, one folder per cache key: `3fa9c1d2…/full-960.avif`, with `made.json`
 * beside them. A folder is renamed into place after its files are flushed, so that an interrupted
 * build leaves no partial entry.
 */

const MADE_FILE = 'made.json';
const KEPT_UNUSED_MS = 30 * 24 * 3_600_000;

/** A cache entry. */
export interface Cached<Made> {
  folder: string;
  made: Made;
  /** File names. */
  files: string[];
}

/** Cache key from the source bytes, the options and the library versions. */
export function cacheKey(bytes: Uint8Array, encoding: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(encoding)).update(bytes);
  return hash.digest('hex').slice(0, 24);
}

/**
 * Returns the cached result or calls `make`. Concurrent builds may both call it; the first result
 * is kept.
 *
 * @param make writes flushed files into the given empty folder; returns a JSON value
 */
export async function makeOnce<Made>(
  cacheDir: string,
  key: string,
  make: (folder: string) => Promise<Made>,
): Promise<Cached<Made>> {
  const folder = join(cacheDir, key);
  const before = await readCached<Made>(folder);
  if (before) return before;
  await mkdir(cacheDir, { recursive: true });
  const unfinished = await mkdtemp(`${folder}.`);
  try {
    const made = await make(unfinished);
    const files = await readdir(unfinished);
    await writeFile(join(unfinished, MADE_FILE), JSON.stringify({ made, files }), { flush: true });
    await rename(unfinished, folder);
    return { folder, made, files };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    const byOther = await readCached<Made>(folder);
    if (!byOther) throw error;
    return byOther;
  }
}

async function readCached<Made>(folder: string): Promise<Cached<Made> | undefined> {
  try {
    const entry: Omit<Cached<Made>, 'folder'> = JSON.parse(
      await readFile(join(folder, MADE_FILE), 'utf8'),
    );
    const now = new Date();
    await utimes(folder, now, now);
    return { folder, ...entry };
  } catch {
    await rm(folder, { recursive: true, force: true });
    return undefined;
  }
}

/** Removes entries that were not used in a month. */
export async function dropUnused(cacheDir: string): Promise<void> {
  for (const name of await listDir(cacheDir)) {
    const folder = join(cacheDir, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs < KEPT_UNUSED_MS) continue;
    await rm(folder, { recursive: true, force: true });
  }
}
