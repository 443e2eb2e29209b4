import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Content, Page } from '../../site/content.ts';
import type { Photo } from '../../site/picture/photo.ts';
import { uprightPhotosOf } from '../../site/sections/index.ts';
import { ContentError, type Finding, findingAbout } from '../content/finding.ts';
import { findPhotoFile } from '../content/photo-file.ts';
import { cachedFolder, cacheKey, dropUnused, linkOrCopy } from '../folders.ts';
import type { OnProgress } from '../publish-release.ts';
import {
  ENCODED_FILE,
  ENCODING,
  type EncodedPhoto,
  type EncodeOptions,
  encodePhoto,
} from './encode-photo.ts';
import { shadesFor } from './hero-shades.ts';
import { UnreadablePhotoError } from './read-original.ts';

/** A narrower photo causes a warning, because it is not sharp on a large screen. */
const SHARP_WIDTH = 1280;
/** Number of photos that are encoded in parallel. */
const PARALLEL = Math.min(availableParallelism(), 4);

/**
 * Encodes all photos in the widths and formats that pages use, or takes them from the cache.
 *
 * @param outDir '<release>/public/photos'
 * @returns the photos by name, in the order of `photos.yaml`, and warnings
 * @throws ContentError naming every photo that cannot be read
 */
export async function preparePhotos(
  contentDir: string,
  { pages, photos, brand }: Pick<Content, 'pages' | 'photos' | 'brand'>,
  outDir: string,
  cacheDir: string,
  onProgress?: OnProgress,
): Promise<{ photos: Map<string, Photo>; warnings: Finding[] }> {
  const photosDir = join(contentDir, 'photos');
  const files = await readdir(photosDir);
  const sections = pages.flatMap((page) => page.sections);
  const upright = new Set(sections.flatMap(uprightPhotosOf));
  const onCards = new Set(pages.map((page) => socialPictureOf(page, pages)));
  const names = Object.keys(photos);
  const prepared = new Map<string, Photo>();
  const errors: Finding[] = [];

  // Each worker takes the next name from the shared iterator.
  const queue = names.values();
  const workers = Array.from({ length: PARALLEL }, async () => {
    for (const name of queue) {
      const original = findPhotoFile(name, files);
      if (original.wrong !== undefined) throw new Error(original.wrong);
      try {
        prepared.set(name, await prepare(name, original.file));
        onProgress?.({ step: 'photos', n: prepared.size, of: names.length });
      } catch (error) {
        if (!(error instanceof UnreadablePhotoError)) throw error;
        const example = `content/photos/${name}.jpg, van 4000 × 3000 beeldpunten`;
        const path = `photos/${original.file}`;
        errors.push(findingAbout('error', path, error.message, example));
      }
    }
  });
  await Promise.all(workers);
  if (errors.length > 0) throw new ContentError(errors);
  await dropUnused(cacheDir);

  const inOrder = new Map<string, Photo>();
  const warnings: Finding[] = [];
  for (const name of names) {
    const photo = prepared.get(name) as Photo;
    inOrder.set(name, photo);
    const { width } = photo.full;
    if (width >= SHARP_WIDTH) continue;
    const message = `De foto '${name}' is ${width} beeldpunten breed; vanaf ${SHARP_WIDTH} is ze scherp.`;
    warnings.push(findingAbout('warning', 'photos/photos.yaml', message));
  }
  return { photos: inOrder, warnings };

  async function prepare(id: string, file: string): Promise<Photo> {
    const { alt, focus, tallFocus = focus } = photos[id] as Content['photos'][string];
    const bytes = await readFile(join(photosDir, file));
    const options: EncodeOptions = {};
    if (await hasAlpha(bytes)) options.background = brand.colors.page;
    if (upright.has(id)) options.upright = { full: focus, tall: tallFocus };
    if (onCards.has(id)) options.cardFocus = focus;
    const key = cacheKey(bytes, [sharp.versions, ENCODING, options]);
    const encode = (work: string) => encodePhoto(bytes, work, options);
    const folder = await cachedFolder(cacheDir, key, encode);
    const name = `${id}-${key.slice(0, 8)}`;
    for (const made of await readdir(folder)) {
      if (made === ENCODED_FILE) continue;
      await linkOrCopy(join(folder, made), join(outDir, `${name}-${made}`));
    }
    const json = await readFile(join(folder, ENCODED_FILE), 'utf8');
    const { brightness, placeholder, ...crops }: EncodedPhoto = JSON.parse(json);
    const photo = { id, alt, base: `/photos/${name}`, ...crops };
    if (!brightness) return { ...photo, placeholder: { ...placeholder, focus } };
    const shades = shadesFor(brightness, brand.colors);
    return { ...photo, placeholder: { ...placeholder, focus, shades } };
  }
}

/** False for a file that is no photo. */
async function hasAlpha(bytes: Buffer): Promise<boolean> {
  const metadata = await sharp(bytes)
    .metadata()
    .catch(() => undefined);
  return metadata?.hasAlpha === true;
}

/** The photo of the social card: by default the first one on the page, else on the site. */
export function socialPictureOf(page: Page, pages: Page[]): string | undefined {
  if (page.socialPicture) return page.socialPicture;
  const sections = [page, ...pages].flatMap((one) => one.sections);
  for (const section of sections) {
    if ('photos' in section) return section.photos[0];
  }
  return undefined;
}
