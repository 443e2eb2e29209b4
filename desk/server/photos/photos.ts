import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import sharp from 'sharp';
import { CONTENT_FILES } from '../../../publish/content/content-files.ts';
import { PHOTO_ENDINGS } from '../../../publish/content/photo-file.ts';
import { exists, listFiles } from '../../../publish/folders.ts';
import type { Photo } from '../../../site/picture/photo.ts';
import { valueAt } from '../../operations.ts';
import { findUses, readYaml } from '../content.ts';
import { type DeskFolders, hashOf, saveFile } from '../folders.ts';
import { RefusalError } from '../refusal.ts';
import type { RunTask } from '../worker.ts';

/** The widths of copies: for lists, and for the edited page. */
const [THUMBNAIL, ON_PAGE] = [320, 1280];
/** In pixels on the long side. */
export const STORED_SIDE = 3840;

/** @param path below `content/` */
export function isPhotoFile(path: string): boolean {
  const { dir, ext } = parse(path);
  return dir === 'photos' && PHOTO_ENDINGS.includes(ext.toLowerCase());
}

/** Lists the photos in `content/photos/`. */
export async function listPhotos({ contentDir }: DeskFolders) {
  const uses = await findUses(contentDir);
  const list = await readYaml(contentDir, CONTENT_FILES.photos.file);
  const photos = (await photoFiles(contentDir)).map(async (path) => {
    const { name } = parse(path);
    const entry = valueAt(list?.value, [name]);
    const { width, height } = await readSize(join(contentDir, path));
    const { size, mtimeMs, ino } = await stat(join(contentDir, path));
    const version = hashOf(`${path} ${size} ${mtimeMs} ${ino}`).slice(0, 8);
    const base = `/photos/${name}-${version}`;
    const heightOnPage = Math.round((ON_PAGE * height) / Math.max(1, width));
    const full = {
      width: ON_PAGE,
      height: heightOnPage,
      widths: [ON_PAGE],
      fallbackWidth: ON_PAGE,
    };
    const alt = String(valueAt(entry, ['alt']) ?? '');
    /** For the site's own components: its addresses answer at the desk. */
    const photo: Photo = { id: name, alt, base, full };
    return {
      /** 'champagne'; sections refer to it by this name. */
      name,
      width,
      height,
      photo,
      thumbnail: `${base}-full-${THUMBNAIL}.jpeg`,
      /** Whether `photos.yaml` has an entry for it; without one no page can show it. */
      isListed: entry !== undefined,
      uses: uses.get(`photo ${name}`) ?? [],
    };
  });
  return Promise.all(photos);
}

/** Upright, in pixels; 0 when it cannot be read. */
async function readSize(file: string): Promise<{ width: number; height: number }> {
  const image = sharp(file, { limitInputPixels: false });
  const metadata = await image.metadata().catch(() => undefined);
  return metadata?.autoOrient ?? { width: 0, height: 0 };
}

/**
 * Makes a copy of a photo when it is first requested.
 *
 * @param file as `Photo` names it: 'champagne-3fa9c1d2-full-1280.avif'
 * @returns the path of a JPEG, whatever the requested ending
 * @throws RefusalError 404
 */
export async function makePhotoCopy(
  { contentDir, cacheDir }: DeskFolders,
  runTask: RunTask,
  file: string,
): Promise<string> {
  const [, name, version, width] = /^(.+)-([0-9a-f]{8})-full-(320|1280)\.\w+$/.exec(file) ?? [];
  const original = (await photoFiles(contentDir)).find((path) => parse(path).name === name);
  if (!original) throw new RefusalError(404, 'Die foto is er niet meer.');
  const copy = join(cacheDir, 'desk-photos', `${name}-${version}-${width}.jpg`);
  return makeCopy(runTask, join(contentDir, original), copy, Number(width));
}

/** Makes a thumbnail beside a photo in the bin, and returns its path. */
export function makeBinThumbnail(runTask: RunTask, file: string): Promise<string> {
  return makeCopy(runTask, file, `${file}.jpg`, THUMBNAIL);
}

async function makeCopy(
  runTask: RunTask,
  photo: string,
  copy: string,
  side: number,
): Promise<string> {
  if (await exists(copy)) return copy;
  const bytes = await readFile(photo);
  await saveFile(copy, await runTask('photo', { bytes, side, quality: 75 }));
  return copy;
}

/** Removes the copies of a photo that was erased. */
export async function removePhotoCopies(folders: DeskFolders, path: string): Promise<void> {
  const dir = join(folders.cacheDir, 'desk-photos');
  for (const copy of await readdir(dir).catch(() => [])) {
    if (copy.startsWith(`${parse(path).name}-`)) await rm(join(dir, copy));
  }
}

/**
 * Converts an upload to a JPEG to store.
 *
 * @throws RefusalError 422, also when the photo ends its process or takes too long
 */
export async function convertUpload(runTask: RunTask, bytes: Buffer): Promise<Buffer> {
  try {
    return await runTask('photo', { bytes, side: STORED_SIDE, quality: 92 });
  } catch (error) {
    if (error instanceof RefusalError) throw error;
    const message =
      'Deze foto laat zich niet openen. Kopieer hem opnieuw van je telefoon of camera: een JPEG, PNG, WebP, AVIF of HEIC.';
    throw new RefusalError(422, message);
  }
}

async function photoFiles(contentDir: string): Promise<string[]> {
  return (await listFiles(contentDir, ['photos/*'])).filter(isPhotoFile);
}
