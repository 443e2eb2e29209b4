import { createHash } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import sharp from 'sharp';
import { CONTENT_FILES } from '../../publish/content/content-files.ts';
import { filesIn, listFiles } from '../../publish/content/content-folder.ts';
import { PHOTO_ENDINGS } from '../../publish/content/photo-file.ts';
import { exists } from '../../publish/folders.ts';
import type { Photo } from '../../site/picture/photo.ts';
import type { Change, DeskPhoto, SavedAnswer, Value } from '../api.ts';
import { freeName, slugOf } from '../pages.ts';
import { readFiles, saveChanges } from './content.ts';
import type { DeskFolders } from './folders.ts';
import { RefusalError } from './refusal.ts';
import { hashOfFile, replaceFiles } from './saver/replace-files.ts';
import { readPhotoUpload } from './uploads/photo-upload.ts';
import { usesIn } from './uses.ts';

/** So many pixels wide at most; an edited page stands in a window, not in print. */
const WIDTHS = [320, 640, 1280, 1920];
const THUMBNAIL_WIDTH = 320;
const FOLDER = 'photos';
const LIST: string = CONTENT_FILES.photos.file;

/** The photos in `content/photos/`, listed in `photos.yaml` or not, by name. */
export async function listPhotos(folders: DeskFolders): Promise<DeskPhoto[]> {
  const { contentDir } = folders;
  const { files } = await readFiles(folders);
  const uses = usesIn(files);
  const list = files.find(({ path }) => path === LIST)?.value;
  const photos = (await photoFiles(contentDir)).map(async (file): Promise<DeskPhoto> => {
    const { name } = parse(file);
    const entry =
      typeof list === 'object' && list && name in list ? (list as never)[name] : undefined;
    const path = join(contentDir, FOLDER, file);
    const { size, version } = await versionOf(path);
    const { width, height } = await sizeOf(path);
    const photo = sitePhoto(name, version, altOf(entry), { width, height });
    return {
      name,
      file,
      width,
      height,
      bytes: size,
      photo,
      thumbnail: `${photo.base}-full-${THUMBNAIL_WIDTH}.jpeg`,
      isListed: entry !== undefined,
      uses: uses.get(`photo ${name}`) ?? [],
    };
  });
  return Promise.all(photos);
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

function altOf(entry: Value | undefined): string {
  const alt = typeof entry === 'object' && entry && 'alt' in entry ? entry.alt : '';
  return typeof alt === 'string' ? alt : '';
}

/**
 * A photo in some width, for the edited page: made when it is asked for, and kept in the cache.
 *
 * @param file as `Photo` names it: 'champagne-3fa9c1d2-full-640.avif'
 * @returns a WebP, whatever was asked for: it is quick to make and every browser of the desk knows it
 */
export async function readPhotoVariant(
  { contentDir, cacheDir }: DeskFolders,
  file: string,
): Promise<Buffer | undefined> {
  const [, name, version, width] = /^(.+)-([0-9a-f]{8})-full-(\d{1,4})\.\w+$/.exec(file) ?? [];
  const original = (await photoFiles(contentDir)).find((one) => parse(one).name === name);
  if (!original || Number(width) > (WIDTHS.at(-1) ?? 0)) return undefined;
  const folder = join(cacheDir, 'desk-photos');
  const kept = join(folder, `${name}-${version}-${width}.webp`);
  if (await exists(kept)) return readFile(kept);
  const made = await sharp(join(contentDir, FOLDER, original))
    .autoOrient()
    .resize({ width: Number(width) })
    .webp({ quality: 78, effort: 1 })
    .toBuffer();
  await mkdir(folder, { recursive: true });
  await writeFile(kept, made);
  return made;
}

/** Keeps an upload under a name made from what its owner says it shows. */
export async function addPhoto(
  folders: DeskFolders,
  called: string,
  bytes: Buffer,
): Promise<DeskPhoto> {
  const photo = await readPhotoUpload(folders, bytes);
  const taken = (await photoFiles(folders.contentDir)).map((file) =>
    parse(file).name.toLowerCase(),
  );
  const name = freeName(slugOf(parse(called).name) || 'foto', (one) => taken.includes(one));
  await replaceFiles(folders, [{ path: `${FOLDER}/${name}.jpg`, before: null, bytes: photo }]);
  return findPhoto(folders, name);
}

/** Another picture under the same name, everywhere at once. */
export async function replacePhoto(
  folders: DeskFolders,
  name: string,
  bytes: Buffer,
): Promise<DeskPhoto> {
  const { file } = await findPhoto(folders, name);
  const photo = await readPhotoUpload(folders, bytes);
  const next = `${name}.jpg`;
  const before = await hashOfFile(join(folders.contentDir, FOLDER, file));
  await replaceFiles(folders, [
    ...(file === next ? [] : [{ path: `${FOLDER}/${file}`, before, bytes: null }]),
    { path: `${FOLDER}/${next}`, before: file === next ? before : null, bytes: photo },
  ]);
  return findPhoto(folders, name);
}

/** @throws RefusalError 409 while something shows it */
export async function removePhoto(folders: DeskFolders, name: string): Promise<SavedAnswer> {
  const { file, uses } = await findPhoto(folders, name);
  if (uses.length > 0) {
    const titles = [...new Set(uses.map(({ title }) => title))].join(', ');
    throw new RefusalError(409, `Deze foto staat nog op de site: ${titles}.`);
  }
  const { files } = await readFiles(folders);
  const list = files.find(({ path }) => path === LIST);
  let saved: SavedAnswer = { files: [] };
  if (list && typeof list.value === 'object' && list.value && name in list.value) {
    const { [name]: _, ...value } = list.value as Record<string, Value>;
    const change: Change = { path: list.path, hash: list.hash, value };
    saved = await saveChanges(folders, [change]);
  }
  const path = `${FOLDER}/${file}`;
  const before = await hashOfFile(join(folders.contentDir, path));
  await replaceFiles(folders, [{ path, before, bytes: null }]);
  return saved;
}

async function findPhoto(folders: DeskFolders, name: string): Promise<DeskPhoto> {
  const photo = (await listPhotos(folders)).find((one) => one.name === name);
  if (!photo) throw new RefusalError(404, `Er is geen foto ${name}.`);
  return photo;
}

async function photoFiles(contentDir: string): Promise<string[]> {
  const files = filesIn(FOLDER, await listFiles(contentDir));
  return files.filter((file) => PHOTO_ENDINGS.includes(parse(file).ext.toLowerCase()));
}

/** A short word that is another whenever the file is. */
async function versionOf(file: string): Promise<{ size: number; version: string }> {
  const { size, mtimeMs, ino } = await stat(file);
  const hash = createHash('sha256').update(`${file} ${size} ${mtimeMs} ${ino}`).digest('hex');
  return { size, version: hash.slice(0, 8) };
}

/** Upright; 0 × 0 for what cannot be read, which the build tells. */
async function sizeOf(file: string): Promise<{ width: number; height: number }> {
  const metadata = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  return metadata?.autoOrient ?? { width: 0, height: 0 };
}
