import { mkdir, readFile, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import sharp from 'sharp';
import { CONTENT_FILES } from '../../../publish/content/content-files.ts';
import { sharpnessWarning } from '../../../publish/photos/prepare-photos.ts';
import { replaceFile } from '../../../runtime/durable-files.ts';
import { exists, listFiles } from '../../../runtime/find-files.ts';
import { shortHash } from '../../../runtime/hash-files.ts';
import type { Photo } from '../../../site/photo/photo.ts';
import { RefusedError } from '../../shared/api.ts';
import { valueAt } from '../../shared/values.ts';
import { isPhotoFile } from '../content/content-paths.ts';
import { findUses, readFileAt } from '../content/read-content.ts';
import { copiesDir, type Folders } from '../desk-folders.ts';
import type { RunTask } from '../tasks.ts';
import { hasRawExtension, RAW_MESSAGE } from './raw-photo.ts';

// Lengths of the long side.
const THUMBNAIL_PX = 320;
const ON_PAGE_PX = 1280;
export const STORED_PX = 3840;

export async function listPhotos({ contentDir }: Folders) {
  const uses = await findUses(contentDir);
  const list = await readFileAt(contentDir, CONTENT_FILES.photos.file);
  const paths = await photoFiles(contentDir);
  const photos = paths.map(async (path) => {
    const { name } = parse(path);
    const file = join(contentDir, path);
    const { width, height } = await readSize(file);
    const { size, mtimeMs, ino } = await stat(file);
    const version = shortHash(`${path} ${size} ${mtimeMs} ${ino}`);
    const base = `/photos/${name}-${version}`;
    const entry = valueAt(list?.value, [name]);
    const alt = String(valueAt(entry, ['alt']) ?? '');
    const full = {
      width: ON_PAGE_PX,
      height: Math.round((ON_PAGE_PX * height) / Math.max(1, width)),
      widths: [ON_PAGE_PX],
      fallbackWidth: ON_PAGE_PX,
    };
    /** The photo as the site's components expect it, but with the desk's URLs. */
    const photo: Photo = { id: name, alt, base, full };
    return {
      /** The name by which sections refer to the photo: 'champagne'. */
      name,
      width,
      height,
      photo,
      warning: sharpnessWarning(name, width),
      thumbnail: `${base}-full-${THUMBNAIL_PX}.jpeg`,
      /** Whether `photos.yaml` lists the photo, so that pages can show it. */
      isListed: entry !== undefined,
      uses: uses.get(`photo ${name}`) ?? [],
    };
  });
  return Promise.all(photos);
}

/** The size of the upright photo; 0 for a photo that cannot be read. */
async function readSize(file: string) {
  const image = sharp(file, { limitInputPixels: false });
  const metadata = await image.metadata().catch(() => undefined);
  return metadata?.autoOrient ?? { width: 0, height: 0 };
}

/** Makes a JPEG for 'champagne-3fa9c1d2-full-1280.avif'. */
export async function makePhotoCopy(folders: Folders, runTask: RunTask, file: string) {
  const { contentDir } = folders;
  const [, name, version, side] = /^(.+)-([0-9a-f]{8})-full-(320|1280)\.\w+$/.exec(file) ?? [];
  const paths = await photoFiles(contentDir);
  const original = paths.find((path) => parse(path).name === name);
  if (!original) throw photoGone();
  await mkdir(copiesDir(folders), { recursive: true });
  const copy = join(copiesDir(folders), `${name}-${version}-${side}.jpg`);
  return scalePhoto(runTask, join(contentDir, original), copy, Number(side));
}

/** Copies that are being made. */
const making = new Map<string, Promise<void>>();

/**
 * Writes a smaller JPEG if it is missing, and returns its path. The folder must exist. Creating it
 * could bring back an entry of the bin that was erased meanwhile.
 *
 * @throws RefusedError 404 when the photo or the folder was removed
 */
export async function scalePhoto(
  runTask: RunTask,
  photo: string,
  copy: string,
  side = THUMBNAIL_PX,
) {
  if (await exists(copy)) return copy;
  const make = async () => {
    try {
      const bytes = await readFile(photo);
      await replaceFile(copy, await runTask('scale', { bytes, side, quality: 75 }));
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? photoGone() : error;
    }
  };
  const made = making.get(copy) ?? make().finally(() => making.delete(copy));
  making.set(copy, made);
  await made;
  return copy;
}

/** Converts a photo to a JPEG to store. */
export async function readPhotoUpload(runTask: RunTask, path: string, bytes: Buffer) {
  try {
    return await runTask('upload', { bytes, side: STORED_PX, quality: 92, isUpload: true });
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    if (hasRawExtension(path)) throw new RefusedError(422, RAW_MESSAGE);
    // The error may also mean that the task crashed its process or took too long.
    const message = 'Deze foto laat zich niet openen. Kies een JPEG, PNG of HEIC.';
    throw new RefusedError(422, message);
  }
}

const photoGone = () => new RefusedError(404, 'Die foto is er niet meer.');

async function photoFiles(contentDir: string) {
  const files = await listFiles(contentDir, ['photos/*']);
  return files.filter(isPhotoFile);
}
