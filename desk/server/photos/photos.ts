import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import sharp from 'sharp';
import { CONTENT_FILES, filesIn } from '../../../publish/content/content-files.ts';
import { PHOTO_ENDINGS } from '../../../publish/content/photo-file.ts';
import { exists, listFiles } from '../../../publish/folders.ts';
import type { Photo } from '../../../site/picture/photo.ts';
import type { DeskPhoto } from '../../api.ts';
import { type Operation, type Value, valueAt } from '../../operations.ts';
import { freeName, slugOf } from '../../pages.ts';
import { type BinEntry, binFile, putBack, replaceKeeping } from '../bin.ts';
import { editContent } from '../content.ts';
import { type DeskFolders, hashOf } from '../folders.ts';
import { findUses, readValues } from '../read-content.ts';
import { RefusalError } from '../refusal.ts';
import type { PhotoProcess } from './photo-process.ts';

/** An edited page is shown in a window, not in print. */
const WIDTHS = [320, 640, 1280, 1920];
const THUMBNAIL_WIDTH = 320;
const FOLDER = 'photos';
const LIST: string = CONTENT_FILES.photos.file;

/** The photos in `content/photos/`, with an entry in `photos.yaml` or not, by name. */
export async function listPhotos({ contentDir }: DeskFolders): Promise<DeskPhoto[]> {
  const uses = await findUses(contentDir);
  const list = await readList(contentDir);
  const photos = (await photoFiles(contentDir)).map(async (file): Promise<DeskPhoto> => {
    const { name } = parse(file);
    const entry = valueAt(list.value, [name]);
    const alt = valueAt(entry ?? null, ['alt']);
    const { width, height, version } = await describeFile(join(contentDir, FOLDER, file));
    const photo = sitePhoto(name, version, typeof alt === 'string' ? alt : '', { width, height });
    return {
      name,
      width,
      height,
      photo,
      thumbnail: `${photo.base}-full-${THUMBNAIL_WIDTH}.webp`,
      isListed: entry !== undefined,
      uses: uses.get(`photo ${name}`) ?? [],
    };
  });
  return Promise.all(photos);
}

/**
 * A photo in some width, for the edited page: made when it is first asked for, and kept.
 *
 * @param file as `Photo` names it: 'champagne-3fa9c1d2-full-640.avif'
 * @returns the path of a WebP, whatever was asked for; undefined for no photo
 */
export async function findPhotoCopy(
  { contentDir, cacheDir }: DeskFolders,
  photos: PhotoProcess,
  file: string,
): Promise<string | undefined> {
  const [, name, version, width] = /^(.+)-([0-9a-f]{8})-full-(\d{1,4})\.\w+$/.exec(file) ?? [];
  const original = (await photoFiles(contentDir)).find((one) => parse(one).name === name);
  if (!original || Number(width) > (WIDTHS.at(-1) ?? 0)) return undefined;
  const dir = join(cacheDir, 'desk-photos');
  const output = join(dir, `${name}-${version}-${width}.webp`);
  if (await exists(output)) return output;
  await mkdir(dir, { recursive: true });
  const input = join(contentDir, FOLDER, original);
  await photos.run({ kind: 'copies', input, copies: [{ width: Number(width), output }] });
  return output;
}

/** The thumbnail of a photo in the bin, kept there. */
export async function findBinThumbnail(
  folders: DeskFolders,
  photos: PhotoProcess,
  { id }: BinEntry,
): Promise<string> {
  const input = binFile(folders, id);
  const output = `${input}.webp`;
  if (!(await exists(output))) {
    await photos.run({ kind: 'copies', input, copies: [{ width: THUMBNAIL_WIDTH, output }] });
  }
  return output;
}

/**
 * Makes a photo to keep of an upload: a JPEG, upright, without place and camera.
 *
 * @throws RefusalError 422 in Dutch
 */
export async function decodeUpload(
  { deskDir }: DeskFolders,
  photos: PhotoProcess,
  upload: Buffer,
): Promise<Buffer> {
  const folder = join(deskDir, `.${randomUUID()}`);
  const [input, output] = [join(folder, 'input'), join(folder, 'photo.jpg')];
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(input, upload);
    await photos.run({ kind: 'keep', input, output });
    return await readFile(output);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Keeps a photo under a free name made from the one it is given.
 *
 * @param bytes as `decodeUpload` gives them
 */
export async function addPhoto(
  folders: DeskFolders,
  called: string,
  bytes: Buffer,
): Promise<DeskPhoto> {
  const taken = (await photoFiles(folders.contentDir)).map((file) =>
    parse(file).name.toLowerCase(),
  );
  const name = freeName(slugOf(parse(called).name) || 'foto', (one) => taken.includes(one));
  const path = `${FOLDER}/${name}.jpg`;
  await replaceKeeping(folders, path, { path, bytes });
  return (await findPhoto(folders, name)).photo;
}

/** Another picture under the same name; the one before goes to the bin. */
export async function replacePhoto(
  folders: DeskFolders,
  name: string,
  bytes: Buffer,
): Promise<DeskPhoto> {
  const { path, entry } = await findPhoto(folders, name);
  await replaceKeeping(folders, path, { path: `${FOLDER}/${name}.jpg`, bytes }, entry);
  return (await findPhoto(folders, name)).photo;
}

/** @throws RefusalError 409 while a page shows it */
export async function removePhoto(folders: DeskFolders, name: string): Promise<void> {
  const { path, entry, photo } = await findPhoto(folders, name);
  if (photo.uses.length > 0) {
    const titles = [...new Set(photo.uses.map(({ title }) => title))].join(', ');
    throw new RefusalError(409, `Deze foto staat nog op de site: ${titles}.`);
  }
  if (entry !== undefined) await editList(folders, name, undefined);
  await replaceKeeping(folders, path, null, entry);
}

/** A photo comes back with its entry in `photos.yaml`, unless another photo has that name now. */
export async function putPhotoBack(folders: DeskFolders, entry: BinEntry): Promise<void> {
  const { name } = parse(entry.path);
  const other = (await photoFiles(folders.contentDir)).find((file) => parse(file).name === name);
  const list = await readList(folders.contentDir);
  await putBack(folders, entry);
  if (other && `${FOLDER}/${other}` !== entry.path) {
    await replaceKeeping(folders, `${FOLDER}/${other}`, null, valueAt(list.value, [name]));
  }
  if (entry.photo !== undefined && valueAt(list.value, [name]) === undefined) {
    await editList(folders, name, entry.photo);
  }
}

async function findPhoto(folders: DeskFolders, name: string) {
  const photo = (await listPhotos(folders)).find((one) => one.name === name);
  const file = (await photoFiles(folders.contentDir)).find((one) => parse(one).name === name);
  if (!photo || !file) throw new RefusalError(404, `Er is geen foto ${name}.`);
  const { value } = await readList(folders.contentDir);
  return { photo, path: `${FOLDER}/${file}`, entry: valueAt(value, [name]) };
}

async function readList(contentDir: string): Promise<{ hash: string | null; value: Value }> {
  const list = (await readValues(contentDir)).find(({ path }) => path === LIST);
  return list ?? { hash: null, value: null };
}

async function editList(
  folders: DeskFolders,
  name: string,
  value: Value | undefined,
): Promise<void> {
  const { hash } = await readList(folders.contentDir);
  const operation: Operation =
    value === undefined ? { kind: 'remove', path: [name] } : { kind: 'set', path: [name], value };
  await editContent(folders, { path: LIST, hash, operations: [operation] });
}

async function photoFiles(contentDir: string): Promise<string[]> {
  const files = filesIn(FOLDER, await listFiles(contentDir));
  return files.filter((file) => PHOTO_ENDINGS.includes(parse(file).ext.toLowerCase()));
}

interface PhotoFile {
  width: number;
  height: number;
  /** Another whenever the file is. */
  version: string;
}

const described = new Map<string, PhotoFile>();

/** Upright; 0 × 0 for a file that cannot be read, which publishing reports. */
async function describeFile(file: string): Promise<PhotoFile> {
  const { size, mtimeMs, ino } = await stat(file);
  const version = hashOf(`${file} ${size} ${mtimeMs} ${ino}`).slice(0, 8);
  const found = described.get(version);
  if (found) return found;
  const metadata = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  const { width = 0, height = 0 } = metadata?.autoOrient ?? {};
  described.set(version, { width, height, version });
  return { width, height, version };
}

function sitePhoto(
  name: string,
  version: string,
  alt: string,
  size: { width: number; height: number },
): Photo {
  const widths = WIDTHS.filter((width) => width < size.width);
  const width = Math.max(1, Math.min(size.width, WIDTHS.at(-1) ?? 0));
  const height = Math.max(1, Math.round((width * size.height) / Math.max(1, size.width)));
  const full = { width, height, widths: [...new Set([...widths, width])], fallbackWidth: width };
  return { id: name, alt, base: `/photos/${name}-${version}`, full };
}
