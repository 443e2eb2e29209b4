import { mkdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import type { Brand, Content } from '../../site/content.ts';
import type { Photo, PhotoCropName, PhotoPlaceholder } from '../../site/picture/photo.ts';
import { uprightPhotosOf } from '../../site/sections/index.ts';
import { ContentError, type Finding, findingAbout } from '../content/finding.ts';
import { findPhotoFile } from '../content/photo-file.ts';
import { linkOrCopy, listDir } from '../folders.ts';
import { cacheKey, dropUnused, makeOnce } from '../make-once.ts';
import type { OnProgress } from '../progress.ts';
import { type EncodedPhoto, encodePhoto, encodingOf } from './encode-photo.ts';
import { BRIGHTNESS, type Brightness, measureBrightness, shadeFor } from './photo-brightness.ts';
import { UnreadablePhotoError } from './read-original.ts';
import { describeUnreadable } from './unreadable-photo.ts';

/** A narrower photo causes a warning, because it is not sharp on a large screen. */
const SHARP_WIDTH = 1280;
/** Number of photos that are encoded in parallel. */
const SIDE_BY_SIDE = Math.min(availableParallelism(), 4);

/** A photo of `content/photos/`, not read yet. */
export interface PhotoOriginal {
  /** 'champagne' */
  id: string;
  /** Absolute. */
  file: string;
  /** Alternative text. */
  alt: string;
  /** Focal point, in percent from the left and from the top. */
  focus: [number, number];
  /** Focal point of the portrait crop; undefined if no page shows one. */
  tallFocus?: [number, number] | undefined;
}

export interface PreparePhotosOptions {
  /** Output folder: '<release>/public/photos'. */
  outDir: string;
  /** Cache between publishings. */
  cacheDir: string;
  colors: Pick<Brand['colors'], 'page' | 'ink' | 'paper'>;
  onProgress?: OnProgress | undefined;
}

/** A photo as pages show it, with its placeholder colour, focal points and shades. */
export interface PreparedPhoto {
  photo: Photo;
  placeholder: PhotoPlaceholder;
}

/** Finds the originals of all listed photos, and which of them need a portrait crop. */
export async function findOriginals(
  contentDir: string,
  { pages, photos }: Content,
): Promise<PhotoOriginal[]> {
  const dir = resolve(contentDir, 'photos');
  const files = await listDir(dir);
  const upright = new Set(pages.flatMap(({ sections }) => sections).flatMap(uprightPhotosOf));
  return Object.entries(photos).flatMap(([id, { alt, focus, tallFocus = focus }]) => {
    const original = findPhotoFile(id, files);
    // The checks of content/ have ensured that the file exists.
    if ('wrong' in original) return [];
    const photo = { id, file: join(dir, original.file), alt, focus };
    return upright.has(id) ? { ...photo, tallFocus } : photo;
  });
}

/**
 * Encodes all photos in the widths and formats that pages use. Unchanged photos come from the
 * cache.
 *
 * @returns the photos by id, in the given order, and warnings
 * @throws ContentError naming every photo that cannot be read
 */
export async function preparePhotos(
  originals: PhotoOriginal[],
  options: PreparePhotosOptions,
): Promise<{ photos: Map<string, PreparedPhoto>; warnings: Finding[] }> {
  const { outDir, cacheDir, onProgress } = options;
  await mkdir(outDir, { recursive: true });
  const made = new Map<string, PreparedPhoto>();
  const errors: Finding[] = [];
  let n = 0;
  await sideBySide(originals, async (original) => {
    try {
      made.set(original.id, await prepareOne(original, options));
      onProgress?.({ step: 'photos', n: ++n, of: originals.length });
    } catch (error) {
      if (!(error instanceof UnreadablePhotoError)) throw error;
      errors.push(await describeUnreadable(original.file, error));
    }
  });
  if (errors.length > 0) throw new ContentError(errors);
  await dropUnused(cacheDir);
  const photos = new Map<string, PreparedPhoto>();
  const warnings: Finding[] = [];
  for (const { id } of originals) {
    const one = made.get(id);
    if (!one) continue;
    photos.set(id, one);
    const { width } = one.photo.full;
    if (width >= SHARP_WIDTH) continue;
    const message = `De foto '${id}' is ${width} beeldpunten breed; vanaf ${SHARP_WIDTH} is ze scherp op een groot scherm.`;
    warnings.push(findingAbout('warning', 'photos/photos.yaml', message));
  }
  return { photos, warnings };
}

async function prepareOne(
  { id, file, alt, focus, tallFocus }: PhotoOriginal,
  { outDir, cacheDir, colors }: PreparePhotosOptions,
): Promise<PreparedPhoto> {
  const bytes = await readFile(file);
  // The background colour only affects transparent photos.
  const { hasAlpha } = await sharp(bytes)
    .metadata()
    .catch(() => ({ hasAlpha: false }));
  const options = { tallFocus, ...(hasAlpha && { background: colors.page }) };
  const key = cacheKey(bytes, [sharp.versions, encodingOf(options)]);
  const { made, folder, files } = await makeOnce<EncodedPhoto>(cacheDir, key, (target) =>
    encodePhoto(bytes, target, options),
  );
  const name = `${id}-${key.slice(0, 8)}`;
  for (const variant of files) {
    await linkOrCopy(join(folder, variant), join(outDir, `${name}-${variant}`));
  }
  const { full, tall, color } = made;
  const shades =
    tallFocus && (await shadesOf(bytes, { full: focus, tall: tallFocus }, cacheDir, colors));
  return {
    photo: { id, alt, base: `/photos/${name}`, full, ...(tall && { tall }) },
    placeholder: { color, focus, tallFocus: made.tallFocus ?? focus, ...(shades && { shades }) },
  };
}

/**
 * The shades of a hero photo. The measured brightness is cached, because measuring decodes the
 * whole photo.
 */
async function shadesOf(
  bytes: Uint8Array,
  focus: Record<PhotoCropName, [number, number]>,
  cacheDir: string,
  colors: PreparePhotosOptions['colors'],
) {
  const key = cacheKey(bytes, [sharp.versions, BRIGHTNESS, focus]);
  const { made } = await makeOnce<Record<PhotoCropName, Brightness>>(cacheDir, key, () =>
    measureBrightness(bytes, focus),
  );
  return { full: shadeFor(made.full, colors), tall: shadeFor(made.tall, colors) };
}

/** Processes items with limited concurrency. The first failure stops new work and is thrown. */
async function sideBySide<Item>(items: Item[], handle: (item: Item) => Promise<void>) {
  const waiting = [...items];
  const workOff = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      await handle(item).catch((error) => {
        waiting.length = 0;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, workOff));
}
