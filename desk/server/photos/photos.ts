import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import sharp from 'sharp';
import { CONTENT_FILES, filesIn } from '../../../publish/content/content-files.ts';
import { PHOTO_ENDINGS } from '../../../publish/content/photo-file.ts';
import { exists, listFiles } from '../../../publish/folders.ts';
import type { DeskPhoto } from '../../api.ts';
import { valueAt } from '../../operations.ts';
import { binFile, findInBin } from '../bin.ts';
import { type DeskFolders, hashOf } from '../folders.ts';
import { findUses, readYaml } from '../read-content.ts';
import { RefusalError } from '../refusal.ts';
import type { Task, Worker } from '../worker.ts';

/** For the edited page, which is shown in a window. */
const WIDTHS = [320, 640, 1280, 1920];
const MAX_WIDTH = 1920;
const THUMBNAIL_WIDTH = 320;

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
    const base = `/photos/${name}-${await versionOf(path)}`;
    const shownWidth = Math.max(1, Math.min(width, MAX_WIDTH));
    return {
      name,
      width,
      height,
      photo: {
        id: name,
        alt: String(valueAt(entry ?? null, ['alt']) ?? ''),
        base,
        full: {
          width: shownWidth,
          height: Math.max(1, Math.round((shownWidth * height) / Math.max(1, width))),
          widths: [...WIDTHS.filter((one) => one < shownWidth), shownWidth],
          fallbackWidth: shownWidth,
        },
      },
      thumbnail: `${base}-full-${THUMBNAIL_WIDTH}.webp`,
      isListed: entry !== undefined,
      uses: uses.get(`photo ${name}`) ?? [],
    };
  });
  return Promise.all(photos);
}

/**
 * Makes a copy of a photo when it is first requested.
 *
 * @param file as `Photo` names it: 'champagne-3fa9c1d2-full-640.avif'
 * @returns the path of a WebP, whatever the requested ending
 * @throws RefusalError 404
 */
export async function makePhotoCopy(
  { contentDir, cacheDir }: DeskFolders,
  worker: Worker,
  file: string,
): Promise<string> {
  const [, name, version, width] = /^(.+)-([0-9a-f]{8})-full-(\d{1,4})\.\w+$/.exec(file) ?? [];
  const original = (await photoFiles(contentDir)).find((one) => parse(one).name === name);
  if (!original || Number(width) > MAX_WIDTH) throw new RefusalError(404, 'Dat is er niet.');
  const input = join(contentDir, 'photos', original);
  const dir = join(cacheDir, 'desk-photos');
  await mkdir(dir, { recursive: true });
  return makeCopy(worker, input, join(dir, `${name}-${version}-${width}.webp`), Number(width));
}

/** @returns the thumbnail of a photo in the bin, which is kept there */
export async function makeBinThumbnail(
  folders: DeskFolders,
  worker: Worker,
  file: string,
): Promise<string> {
  const { id } = await findInBin(folders, parse(file).name);
  const input = binFile(folders, id);
  return makeCopy(worker, input, `${input}.webp`, THUMBNAIL_WIDTH);
}

/**
 * Converts an upload to a JPEG, upright, without location and camera.
 *
 * @throws RefusalError 422 in Dutch
 */
export async function convertPhoto(
  { deskDir }: DeskFolders,
  worker: Worker,
  upload: Buffer,
): Promise<Buffer> {
  const folder = join(deskDir, `.${randomUUID()}`);
  const [input, output] = [join(folder, 'input'), join(folder, 'photo.jpg')];
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(input, upload);
    await runPhotoTask(worker, { kind: 'convert', input, output });
    return await readFile(output);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function photoFiles(contentDir: string): Promise<string[]> {
  const files = filesIn('photos', await listFiles(contentDir));
  return files.filter((file) => PHOTO_ENDINGS.includes(parse(file).ext.toLowerCase()));
}

/** Changes with the file. */
async function versionOf(file: string): Promise<string> {
  const { size, mtimeMs, ino } = await stat(file);
  return hashOf(`${file} ${size} ${mtimeMs} ${ino}`).slice(0, 8);
}

async function makeCopy(
  worker: Worker,
  input: string,
  output: string,
  width: number,
): Promise<string> {
  if (!(await exists(output))) await runPhotoTask(worker, { kind: 'copy', input, output, width });
  return output;
}

/** @throws RefusalError 422, also when the photo ends its process or takes too long */
async function runPhotoTask(worker: Worker, task: Task): Promise<void> {
  await worker.run(task).catch((error) => {
    if (error instanceof RefusalError) throw error;
    const message =
      'Deze foto laat zich niet openen. Bewaar hem opnieuw als JPEG en probeer nog eens.';
    throw new RefusalError(422, message);
  });
}
