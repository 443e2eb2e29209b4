import { readFile, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import sharp from 'sharp';
import { CONTENT_FILES } from '../../../publish/content/content-files.ts';
import { PHOTO_ENDINGS } from '../../../publish/content/photo-file.ts';
import { exists, listFiles } from '../../../publish/folders.ts';
import type { Photo } from '../../../site/picture/photo.ts';
import { valueAt } from '../../values.ts';
import { findUses, readFileAt } from '../content.ts';
import { type DeskFolders, hashOf, saveFile } from '../folders.ts';
import { RefusalError } from '../refusal.ts';
import type { RunTask } from '../worker.ts';

/** The widths of copies: for lists, and for the edited page. */
const [THUMBNAIL, ON_PAGE] = [320, 1280];
/** In pixels on the long side. */
export const STORED_SIDE = 3840;

/** Smaller photos, made on request; those of another content are in another folder. */
export const copiesDir = ({ cacheDir, contentDir }: DeskFolders) =>
  join(cacheDir, 'desk-photos', hashOf(contentDir).slice(0, 8));

/** @param path below `content/` */
export function isPhotoFile(path: string): boolean {
  const { dir, ext } = parse(path);
  return dir === 'photos' && PHOTO_ENDINGS.includes(ext.toLowerCase());
}

/** Lists the photos in `content/photos/`. */
export async function listPhotos({ contentDir }: DeskFolders) {
  const uses = await findUses(contentDir);
  const list = await readFileAt(contentDir, CONTENT_FILES.photos.file);
  const photos = (await photoFiles(contentDir)).map(async (path) => {
    const { name } = parse(path);
    const file = join(contentDir, path);
    const image = sharp(file, { limitInputPixels: false });
    const metadata = await image.metadata().catch(() => undefined);
    const { width, height } = metadata?.autoOrient ?? { width: 0, height: 0 };
    const { size, mtimeMs, ino } = await stat(file);
    const version = hashOf(`${path} ${size} ${mtimeMs} ${ino}`).slice(0, 8);
    const base = `/photos/${name}-${version}`;
    const entry = valueAt(list?.value, [name]);
    /** For the site's own components: its addresses answer at the desk. */
    const photo: Photo = {
      id: name,
      alt: String(valueAt(entry, ['alt']) ?? ''),
      base,
      full: {
        width: ON_PAGE,
        height: Math.round((ON_PAGE * height) / Math.max(1, width)),
        widths: [ON_PAGE],
        fallbackWidth: ON_PAGE,
      },
    };
    return {
      /** 'champagne'; sections refer to it by this name. */
      name,
      /** Upright, in pixels; 0 when it cannot be read. */
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

/** Makes a JPEG of 'champagne-3fa9c1d2-full-1280.avif' when it is first requested. */
export async function makePhotoCopy(folders: DeskFolders, runTask: RunTask, file: string) {
  const { contentDir } = folders;
  const [, name, version, width] = /^(.+)-([0-9a-f]{8})-full-(320|1280)\.\w+$/.exec(file) ?? [];
  const original = (await photoFiles(contentDir)).find((path) => parse(path).name === name);
  if (!original) throw new RefusalError(404, 'Die foto is er niet meer.');
  const copy = join(copiesDir(folders), `${name}-${version}-${width}.jpg`);
  return makeCopy(runTask, join(contentDir, original), copy, Number(width));
}

/** Writes a smaller JPEG of a photo unless it exists, and returns its path. */
export async function makeCopy(runTask: RunTask, photo: string, copy: string, side = THUMBNAIL) {
  if (await exists(copy)) return copy;
  const bytes = await readFile(photo);
  await saveFile(copy, await runTask('photo', { bytes, side, quality: 75 }));
  return copy;
}

/** Converts a photo to a JPEG to store, and checks a PDF. */
export async function readUpload(runTask: RunTask, path: string, bytes: Buffer) {
  if (parse(path).dir !== 'photos') {
    // The header may be a little way into the file (ISO 32000-1, annex H.3.4.1).
    if (Buffer.isBuffer(bytes) && bytes.subarray(0, 1024).includes('%PDF-')) return bytes;
    throw new RefusalError(422, 'Dit is geen PDF. Bewaar je menu als PDF en probeer nog eens.');
  }
  try {
    return await runTask('photo', { bytes, side: STORED_SIDE, quality: 92 });
  } catch (error) {
    if (error instanceof RefusalError) throw error;
    // Also when it ended its process, or took too long.
    const message = 'Deze foto laat zich niet openen. Kopieer hem opnieuw van je toestel';
    throw new RefusalError(422, `${message}: een JPEG, PNG, WebP, AVIF of HEIC.`);
  }
}

async function photoFiles(contentDir: string): Promise<string[]> {
  return (await listFiles(contentDir, ['photos/*'])).filter(isPhotoFile);
}
