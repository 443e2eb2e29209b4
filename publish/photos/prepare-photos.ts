import { readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import sharp, { type Metadata } from 'sharp';
import { cachedFolder, cacheKey, removeUnused } from '../../runtime/cached-folders.ts';
import { linkOrCopy } from '../../runtime/copy-files.ts';
import { shortHash } from '../../runtime/hash-files.ts';
import type { Content, Page } from '../../site/content/content.ts';
import type { Photo } from '../../site/photo/photo.ts';
import { visitReferences } from '../../site/schema/content-walk.ts';
import { type Section, sectionKinds, tallPhotosOf } from '../../site/sections/section-kinds.ts';
import { ContentError, type Finding, findingAbout } from '../content/finding.ts';
import { findPhotoFile } from '../content/photo-file.ts';
import type { OnProgress } from '../progress.ts';
import {
  ENCODED_FILE,
  ENCODING,
  type EncodedPhoto,
  type EncodeOptions,
  encodePhoto,
} from './encode-photo.ts';
import { shadesFor } from './hero-shades.ts';
import { unreadablePhoto } from './read-original.ts';

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
  const tall = new Set(sections.flatMap(tallPhotosOf));
  const onCards = new Set(pages.map((page) => socialPictureOf(page, pages)));
  const names = Object.keys(photos);
  const prepared = new Map<string, { photo: Photo; width: number }>();
  const errors: Finding[] = [];

  // Each worker takes the next name from the shared iterator.
  const queue = names.values();
  const workers = Array.from({ length: PARALLEL }, async () => {
    for (const name of queue) {
      const original = findPhotoFile(name, files);
      if (original.problem !== undefined) throw new Error(original.problem);
      try {
        prepared.set(name, await prepare(name, original.file));
        onProgress?.({ step: 'photos', n: prepared.size, of: names.length });
      } catch (error) {
        errors.push(unreadablePhoto(original.file, error));
      }
    }
  });
  // After an error the folder is removed, so all workers must have stopped writing into it.
  await Promise.allSettled(workers);
  await Promise.all(workers);
  if (errors.length > 0) throw new ContentError(errors);
  await removeUnused(cacheDir);

  const inOrder = new Map<string, Photo>();
  const warnings: Finding[] = [];
  for (const name of names) {
    const { photo, width } = prepared.get(name) as { photo: Photo; width: number };
    inOrder.set(name, photo);
    const message = sharpnessWarning(name, width);
    if (message) warnings.push(findingAbout('warning', 'photos/photos.yaml', message));
  }
  return { photos: inOrder, warnings };

  async function prepare(id: string, file: string): Promise<{ photo: Photo; width: number }> {
    const { alt, focus, tallFocus = focus } = photos[id] as Content['photos'][string];
    const bytes = await readFile(join(photosDir, file));
    const options: EncodeOptions = {};
    const { hasAlpha, autoOrient } = await metadataOf(bytes);
    if (hasAlpha) options.background = brand.colors.page;
    if (tall.has(id)) options.focalPoints = { full: focus, tall: tallFocus };
    if (onCards.has(id)) options.cardFocus = focus;
    const key = cacheKey(bytes, [sharp.versions, ENCODING, options]);
    const encode = (work: string) => encodePhoto(bytes, work, options);
    const folder = await cachedFolder(cacheDir, key + copiesOf(bytes), encode);
    const name = `${id}-${key.slice(0, 8)}`;
    for (const made of await readdir(folder)) {
      if (made === ENCODED_FILE) continue;
      await linkOrCopy(join(folder, made), join(outDir, `${name}-${made}`));
    }
    const json = await readFile(join(folder, ENCODED_FILE), 'utf8');
    const { brightness, placeholder, ...crops }: EncodedPhoto = JSON.parse(json);
    const shades = brightness && shadesFor(brightness, brand.colors.paper);
    const photo = { id, alt, base: `/photos/${name}`, ...crops };
    const shown = { ...placeholder, focus, ...(shades && { shades }) };
    return { photo: { ...photo, placeholder: shown }, width: autoOrient?.width ?? 0 };
  }
}

/** The names of all cached copies of a photo end with this. */
const copiesOf = (original: Uint8Array) => `-${shortHash(original)}`;

/** Erases the scaled copies of a photo. */
export async function erasePhotoCopies(cacheDir: string, original: Uint8Array): Promise<void> {
  const names = await readdir(cacheDir).catch(() => []);
  for (const name of names.filter((folder) => folder.endsWith(copiesOf(original)))) {
    await rm(join(cacheDir, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A sentence for the caterer; undefined for a photo that is wide enough. */
export function sharpnessWarning(name: string, width: number): string | undefined {
  if (width >= SHARP_WIDTH) return undefined;
  return `De foto '${name}' is maar ${width} beeldpunten breed en wordt wazig op een groot scherm; kies er een van minstens ${SHARP_WIDTH}.`;
}

/** Reads the metadata; empty for a file that is not a photo, which encoding reports. */
async function metadataOf(bytes: Buffer): Promise<Partial<Metadata>> {
  try {
    return await sharp(bytes).metadata();
  } catch {
    return {};
  }
}

/**
 * The photo of the social card: the one that the page chooses, or else its first one, or else the
 * first one of the site.
 */
export function socialPictureOf(page: Page, pages: Page[]): string | undefined {
  if (page.socialPicture) return page.socialPicture;
  const sections = [page, ...pages].flatMap((source) => source.sections);
  return sections.flatMap(photosOf)[0];
}

function photosOf(section: Section): string[] {
  const names: string[] = [];
  visitReferences(sectionKinds[section.kind].schema, section, (reference, name) => {
    if (reference === 'photo') names.push(name);
  });
  return names;
}
