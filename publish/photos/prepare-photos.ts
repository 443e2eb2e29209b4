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

/** Below this a photo is not sharp on a large screen; it is used all the same. */
const SHARP_WIDTH = 1280;
/** At most as many as sharp has threads. */
const SIDE_BY_SIDE = Math.min(availableParallelism(), 4);

/** A photo of `content/photos/`, not read yet. */
export interface PhotoOriginal {
  /** 'champagne' */
  id: string;
  /** Absolute. */
  file: string;
  /** What the picture shows. */
  alt: string;
  /** The point to keep in sight, in percent from the left and from the top. */
  focus: [number, number];
  /** The same in the upright crop of a phone; undefined when no page shows one. */
  tallFocus?: [number, number] | undefined;
}

export interface PreparePhotosOptions {
  /** Gets every file of every photo: '<release>/public/photos'. */
  outDir: string;
  /** Keeps what was made, for the next time. */
  cacheDir: string;
  colors: Pick<Brand['colors'], 'page' | 'ink' | 'paper'>;
  onProgress?: OnProgress | undefined;
}

/** A photo as pages show it, with its placeholder colour, focal points and shades. */
export interface PreparedPhoto {
  photo: Photo;
  placeholder: PhotoPlaceholder;
}

/** The originals of all listed photos, and which of them a phone shows upright. */
export async function findOriginals(
  contentDir: string,
  { pages, photos }: Content,
): Promise<PhotoOriginal[]> {
  const dir = resolve(contentDir, 'photos');
  const files = await listDir(dir);
  const upright = new Set(pages.flatMap(({ sections }) => sections).flatMap(uprightPhotosOf));
  return Object.entries(photos).flatMap(([id, { alt, focus, tallFocus = focus }]) => {
    const original = findPhotoFile(id, files);
    // The checks of content/ refuse a photo without a file.
    if ('wrong' in original) return [];
    const photo = { id, file: join(dir, original.file), alt, focus };
    return upright.has(id) ? { ...photo, tallFocus } : photo;
  });
}

/**
 * Makes every photo in the widths and formats that pages ask for. What has been made before comes
 * from the cache, so that only new and changed photos cost time.
 *
 * @returns them by id, in the order given, and advice about them
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
  // Of a photo without transparency another brand's colour makes the same files.
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

/** How dark a hero makes a photo. Its brightness is measured once: that reads the photo whole. */
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

/** Each of them, a few at a time. The first failure starts no more, and is thrown. */
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
