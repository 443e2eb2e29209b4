import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { PHOTO_FORMATS, type PhotoCrop } from '../../site/picture/photo.ts';
import type { EncodedPhoto } from './encode-photo.ts';
import {
  AVIF_BUDGETS,
  AVIF_WIDTHS,
  FALLBACK_WIDTHS,
  FORMAT_PLANS,
  TALL_ASPECT,
} from './photo-variants.ts';

/**
 * A folder for each photo as encoded once, named by all that went into it:
 * `.cache/photos/3fa9c1d2…/full-1080.avif`, with `photo.json` beside them. It appears whole, by one
 * rename, so a build that is stopped halfway leaves nothing half-made.
 */

/** Raised whenever the code makes other files from the same numbers. */
const ENCODER_VERSION = 2;
const KEPT_UNUSED_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Changes with the original's bytes, with what is made of it, and with the encoders. */
export function cacheKey(bytes: Buffer, focus: [number, number], hero: boolean): string {
  const settings = {
    version: ENCODER_VERSION,
    encoders: sharp.versions,
    plans: FORMAT_PLANS,
    budgets: AVIF_BUDGETS,
    widths: [AVIF_WIDTHS, FALLBACK_WIDTHS],
    hero: hero && TALL_ASPECT,
    focus,
  };
  return createHash('sha256')
    .update(JSON.stringify(settings))
    .update(bytes)
    .digest('hex')
    .slice(0, 24);
}

interface CacheEntry {
  encoded: EncodedPhoto;
  /** SHA-256 of every file by its name. */
  files: Record<string, string>;
}

/**
 * What was made before, if every file of it is there and as it was written: a power cut or a full
 * disk can leave one that is empty or cut off, under an address that browsers keep for a year.
 */
export async function readCached(folder: string): Promise<EncodedPhoto | undefined> {
  const entry = await readEntry(folder);
  if (!entry) return undefined;
  const { encoded, files } = entry;
  const found = await hashFiles(folder, encoded).catch(unlessMissing);
  if (!found || variantFiles(encoded).some((name) => found[name] !== files[name])) {
    await rm(folder, { recursive: true });
    return undefined;
  }
  const now = new Date();
  await utimes(folder, now, now);
  return encoded;
}

async function readEntry(folder: string): Promise<CacheEntry | undefined> {
  const text = await readFile(join(folder, 'photo.json'), 'utf8').catch(unlessMissing);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Cut off: the photo is encoded anew.
    await rm(folder, { recursive: true });
    return undefined;
  }
}

async function hashFiles(folder: string, encoded: EncodedPhoto): Promise<Record<string, string>> {
  const names = variantFiles(encoded);
  const hashes = names.map(async (name) => {
    const bytes = await readFile(join(folder, name));
    return [name, createHash('sha256').update(bytes).digest('hex')];
  });
  return Object.fromEntries(await Promise.all(hashes));
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Names of all files of one photo: 'full-768.avif'. */
export function variantFiles({ full, tall }: { full: PhotoCrop; tall?: PhotoCrop }): string[] {
  return Object.entries({ full, tall }).flatMap(([crop, made]) =>
    PHOTO_FORMATS.flatMap((format) => {
      const widths = (format === 'avif' ? made?.widths : made?.fallbackWidths) ?? [];
      return widths.map((width) => `${crop}-${width}.${format}`);
    }),
  );
}

/** An empty folder to encode into, before {@link keepInCache}. */
export async function startCacheFolder(folder: string): Promise<string> {
  const unfinished = `${folder}.${process.pid}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  return unfinished;
}

export async function keepInCache(unfinished: string, folder: string, encoded: EncodedPhoto) {
  const entry: CacheEntry = { encoded, files: await hashFiles(unfinished, encoded) };
  await writeFile(join(unfinished, 'photo.json'), JSON.stringify(entry));
  try {
    await rename(unfinished, folder);
  } catch (error) {
    // Another build was first: what it made is the same.
    await rm(unfinished, { recursive: true, force: true });
    if (!(await readCached(folder))) throw error;
  }
}

/** Photos no build has asked for in a month: replaced, or encoded by an older version. */
export async function dropUnused(cacheDir: string) {
  const oldest = Date.now() - KEPT_UNUSED_DAYS * DAY_MS;
  for (const name of await readdir(cacheDir)) {
    const folder = join(cacheDir, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (mtimeMs < oldest) await rm(folder, { recursive: true, force: true });
  }
}
