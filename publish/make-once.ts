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
 * A folder for what one photo (or text) became, named by all that went into it:
 * `3fa9c1d2…/full-960.avif`, with `made.json` beside its files. It appears whole, by one rename, after
 * its files have reached the disk: a build that is stopped halfway, by a power cut or a full disk,
 * leaves nothing half-made.
 */

const MADE_FILE = 'made.json';
const KEPT_UNUSED_MS = 30 * 24 * 3_600_000;

/** Files made once, and what is known of them. */
export interface Cached<Made> {
  folder: string;
  made: Made;
  /** Names. */
  files: string[];
}

/** Changes with the source's bytes and with what is made of it, and with what. */
export function cacheKey(bytes: Uint8Array, encoding: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(encoding)).update(bytes);
  return hash.digest('hex').slice(0, 24);
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

/** Removes what no build has asked for in a month: replaced, or made by an older version. */
export async function dropUnused(cacheDir: string): Promise<void> {
  for (const name of await listDir(cacheDir)) {
    const folder = join(cacheDir, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs < KEPT_UNUSED_MS) continue;
    await rm(folder, { recursive: true, force: true });
  }
}
