import { mkdir, readFile, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import sharp from 'sharp';
import { CONTENT_FILES, filesIn } from '../../../publish/content/content-files.ts';
import { PHOTO_ENDINGS } from '../../../publish/content/photo-file.ts';
import { exists, listFiles, replaceFile } from '../../../publish/folders.ts';
import type { DeskPhoto } from '../../api.ts';
import { valueAt } from '../../operations.ts';
import { type DeskFolders, hashOf } from '../folders.ts';
import { findUses, readYaml } from '../read-content.ts';
import { RefusalError } from '../refusal.ts';
import type { Worker } from '../worker.ts';

/** The widths of copies: for lists, and for the edited page. */
const [THUMBNAIL, ON_PAGE] = [320, 1280];
/** In pixels on the long side. */
export const STORED_SIDE = 3840;

/** Lists the photos in `content/photos/`, with or without an entry in `photos.yaml`. */
export async function listPhotos({ contentDir }: DeskFolders): Promise<DeskPhoto[]> {
  const uses = await findUses(contentDir);
  const list = await readYaml(contentDir, CONTENT_FILES.photos.file);
  const photos = (await photoFiles(contentDir)).map(async (file): Promise<DeskPhoto> => {
    const { name } = parse(file);
    const path = join(contentDir, 'photos', file);
    const entry = valueAt(list?.value ?? null, [name]);
    const metadata = await sharp(path, { limitInputPixels: false })
      .metadata()
      .catch(() => undefined);
    const { width, height } = metadata?.autoOrient ?? { width: 0, height: 0 };
    const { size, mtimeMs, ino } = await stat(path);
    const version = hashOf(`${file} ${size} ${mtimeMs} ${ino}`).slice(0, 8);
    const base = `/photos/${name}-${version}`;
    const shape = { width: ON_PAGE, height: Math.round((ON_PAGE * height) / Math.max(1, width)) };
    return {
      name,
      width,
      height,
      photo: {
        id: name,
        alt: String(valueAt(entry ?? null, ['alt']) ?? ''),
        base,
        full: { ...shape, widths: [ON_PAGE], fallbackWidth: ON_PAGE },
      },
      thumbnail: `${base}-full-${THUMBNAIL}.jpeg`,
      isListed: entry !== undefined,
      uses: uses.get(`photo ${name}`) ?? [],
    };
  });
  return Promise.all(photos);
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
  worker: Worker,
  file: string,
): Promise<string> {
  const [, name, version, width] = /^(.+)-([0-9a-f]{8})-full-(320|1280)\.\w+$/.exec(file) ?? [];
  const original = (await photoFiles(contentDir)).find((one) => parse(one).name === name);
  if (!original) throw new RefusalError(404, 'Die foto is er niet meer.');
  const dir = join(cacheDir, 'desk-photos');
  await mkdir(dir, { recursive: true });
  const copy = join(dir, `${name}-${version}-${width}.jpg`);
  return makeCopy(worker, join(contentDir, 'photos', original), copy, Number(width));
}

/** @returns `copy`, the path of a small JPEG of a photo, made unless it exists */
export async function makeCopy(
  worker: Worker,
  photo: string,
  copy: string,
  side = THUMBNAIL,
): Promise<string> {
  if (await exists(copy)) return copy;
  const bytes = await readFile(photo);
  await replaceFile(copy, await worker.convert({ kind: 'photo', side, quality: 75 }, bytes));
  return copy;
}

/**
 * Converts an upload to a JPEG to store.
 *
 * @throws RefusalError 422, also when the photo ends its process or takes too long
 */
export async function convertUpload(worker: Worker, bytes: Buffer): Promise<Buffer> {
  const task = { kind: 'photo', side: STORED_SIDE, quality: 92 } as const;
  return worker.convert(task, bytes).catch((error) => {
    if (error instanceof RefusalError) throw error;
    const formats = 'een JPEG, PNG, WebP, AVIF of HEIC';
    const message = `Deze foto laat zich niet openen. Kopieer hem opnieuw van je telefoon of camera: ${formats}.`;
    throw new RefusalError(422, message);
  });
}

async function photoFiles(contentDir: string): Promise<string[]> {
  const files = filesIn('photos', await listFiles(contentDir));
  return files.filter((file) => PHOTO_ENDINGS.includes(parse(file).ext.toLowerCase()));
}
