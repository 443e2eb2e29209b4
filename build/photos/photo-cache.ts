import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { PHOTO_FORMATS } from '../../site/photo.ts';
import type { EncodedPhoto } from './encode-photo.ts';
import {
  AVIF_BUDGETS,
  FORMAT_PLANS,
  FULL_WIDTHS,
  TALL_ASPECT,
  TALL_WIDTHS,
} from './photo-variants.ts';

/**
 * A folder for each photo as encoded once, named by all that went into it:
 * `.cache/photos/3fa9c1d2…/full-1080.avif`, with `photo.json` beside them. It appears whole, by one
 * rename, so a build that is stopped halfway leaves nothing half-made.
 */

const ENCODER_VERSION = 1;
const KEPT_UNUSED_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Changes with the original's bytes, with what is made of it, and with the encoders. */
export function cacheKey(bytes: Buffer, focus: [number, number], hero: boolean): string {
  const settings = {
    version: ENCODER_VERSION,
    encoders: sharp.versions,
    plans: FORMAT_PLANS,
    budgets: AVIF_BUDGETS,
    widths: FULL_WIDTHS,
    ...(hero && { tall: { aspect: TALL_ASPECT, widths: TALL_WIDTHS } }),
    focus,
  };
  return createHash('sha256')
    .update(JSON.stringify(settings))
    .update(bytes)
    .digest('hex')
    .slice(0, 24);
}

/** What was made before, if every file of it is still there. */
export async function readCached(folder: string): Promise<EncodedPhoto | undefined> {
  const present = new Set(await readdir(folder).catch(() => []));
  if (!present.has('photo.json')) return undefined;
  const encoded: EncodedPhoto = JSON.parse(await readFile(join(folder, 'photo.json'), 'utf8'));
  if (!variantFiles(encoded).every((name) => present.has(name))) {
    await rm(folder, { recursive: true });
    return undefined;
  }
  const now = new Date();
  await utimes(folder, now, now);
  return encoded;
}

/** Names of all files of one photo: 'full-480.avif'. */
export function variantFiles({ full, tall }: Pick<EncodedPhoto, 'full' | 'tall'>): string[] {
  return Object.entries({ full, tall }).flatMap(([crop, made]) =>
    (made?.widths ?? []).flatMap((width) =>
      PHOTO_FORMATS.map((format) => `${crop}-${width}.${format}`),
    ),
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
  await writeFile(join(unfinished, 'photo.json'), JSON.stringify(encoded));
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
