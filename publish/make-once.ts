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
import sharp from 'sharp';

/**
 * A folder for what one photo (or text) became, named by all that went into it:
 * `3fa9c1d2…/full-960.avif`, with `made.json` beside its files. It appears whole, by one rename, after
 * its files have reached the disk: a build that is stopped halfway, by a power cut or a full disk,
 * leaves nothing half-made.
 */

const MADE_FILE = 'made.json';
const KEPT_UNUSED_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Files made once, and what is known of them. */
export interface Cached<Made> {
  folder: string;
  made: Made;
  /** Bytes of every file by its name. */
  files: Record<string, number>;
}

/** Changes with the original's bytes, with what is made of it, and with the encoders. */
export function cacheKey(bytes: Uint8Array, encoding: object): string {
  return createHash('sha256')
    .update(JSON.stringify([sharp.versions, encoding]))
    .update(bytes)
    .digest('hex')
    .slice(0, 24);
}

/**
 * What `make` made before, else what it makes now. Builds side by side may both make it; the first
 * one's files stay.
 *
 * @param make writes files, flushed, into the empty folder it is given; returns what JSON can say
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
    const entry = { made, files: await fileSizes(unfinished) };
    await writeFile(join(unfinished, MADE_FILE), JSON.stringify(entry), { flush: true });
    await rename(unfinished, folder);
    return { folder, ...entry };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    const byOther = await readCached<Made>(folder);
    if (!byOther) throw error;
    return byOther;
  }
}

/** Whether it was made before, whole. */
export async function wasMade(cacheDir: string, key: string): Promise<boolean> {
  return (await readCached(join(cacheDir, key))) !== undefined;
}

/** What is there, unless a file of it is missing or cut off. */
async function readCached<Made>(folder: string): Promise<Cached<Made> | undefined> {
  try {
    const entry: Omit<Cached<Made>, 'folder'> = JSON.parse(
      await readFile(join(folder, MADE_FILE), 'utf8'),
    );
    const { [MADE_FILE]: _, ...present } = await fileSizes(folder);
    const isWhole = Object.entries(entry.files).every(([name, bytes]) => present[name] === bytes);
    if (!isWhole) throw new Error('cut off');
    const now = new Date();
    await utimes(folder, now, now);
    return { folder, ...entry };
  } catch {
    await rm(folder, { recursive: true, force: true });
    return undefined;
  }
}

async function fileSizes(folder: string): Promise<Record<string, number>> {
  const names = await readdir(folder);
  const sizes = names.map(async (name) => [name, (await stat(join(folder, name))).size]);
  return Object.fromEntries(await Promise.all(sizes));
}

/** What no build has asked for in a month: replaced, or made by an older version. */
export async function dropUnused(cacheDir: string) {
  const oldest = Date.now() - KEPT_UNUSED_DAYS * DAY_MS;
  for (const name of await readdir(cacheDir)) {
    const folder = join(cacheDir, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (mtimeMs < oldest) await rm(folder, { recursive: true, force: true });
  }
}
