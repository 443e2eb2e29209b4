import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { PhotoList } from '../../site/content.ts';
import { type Photo, TALL_MEDIA } from '../../site/photo.ts';
import { ContentError, type ContentProblem } from '../content/content-error.ts';
import { findPhotoFile, PHOTO_ENDINGS } from '../content/photo-file.ts';
import { encodeInParallel } from './encode-in-parallel.ts';
import type { EncodedPhoto, EncodeRequest } from './encode-photo.ts';
import {
  cacheKey,
  dropUnused,
  keepInCache,
  readCached,
  startCacheFolder,
  variantFiles,
} from './photo-cache.ts';
import { describeUnreadable } from './unreadable-photo.ts';

/** Below this a photo looks soft on a large screen; it is used all the same. */
const SHARP_WIDTH = 1280;

export interface PreparePhotosOptions {
  /** Originals, in one folder. */
  photosDir: string;
  photoList: PhotoList;
  /** Ends up with exactly the files the pages name. */
  outDir: string;
  cacheDir: string;
  /** A line for whoever watches the build. */
  onProgress?: (line: string) => void;
}

/** What the pages need of a photo, and what the style sheet says about it. */
export interface PreparedPhoto extends Photo {
  /** Mean colour, shown until the photo is there. */
  color: string;
  focus: EncodedPhoto['focus'];
}

interface PhotoJob {
  id: string;
  alt: string;
  key: string;
  folder: string;
  request: EncodeRequest;
}

/**
 * Makes every listed photo in the widths and formats the pages ask for. What has been made before
 * is taken from the cache, so that only new and changed photos cost time.
 *
 * @throws ContentError naming every photo that is missing or cannot be read.
 */
export async function preparePhotos(
  options: PreparePhotosOptions,
): Promise<Map<string, PreparedPhoto>> {
  const { photoList, outDir, cacheDir, onProgress = () => {} } = options;
  await mkdir(cacheDir, { recursive: true });
  const jobs = await findOriginals(options);
  const encoded = new Map<string, EncodedPhoto>();
  for (const job of jobs) {
    const cached = await readCached(job.folder);
    if (cached) encoded.set(job.id, cached);
  }
  await encodeMissing(
    jobs.filter((job) => !encoded.has(job.id)),
    encoded,
    onProgress,
  );
  const photos = new Map<string, PreparedPhoto>();
  for (const job of jobs) {
    const made = encoded.get(job.id);
    if (made) photos.set(job.id, toPhoto(job, made));
  }
  await publish(photos, jobs, outDir);
  await dropUnused(cacheDir);
  onProgress(`${photos.size} photos ready`);
  for (const { id, full } of photos.values()) {
    if (full.width < SHARP_WIDTH && Object.values(photoList.pages).flat().includes(id)) {
      onProgress(`${id} is ${full.width} px wide: from ${SHARP_WIDTH} px on it looks sharp`);
    }
  }
  return photos;
}

/**
 * One rule a photo: the colour that stands in its place until it is there, and the point that stays
 * in sight when its frame cuts it off. In the style sheet, as the CSP forbids `style` attributes.
 */
export function photoColorsCss(photos: Map<string, PreparedPhoto>): string {
  const rules = [...photos.values()].map(({ id, color, focus }) => {
    const [x, y] = focus.full;
    return `[data-photo="${id}"] { background-color: ${color}; object-position: ${x}% ${y}%; }`;
  });
  const tallRules = [...photos.values()].flatMap(({ id, tall, focus }) => {
    const [x, y] = focus.tall;
    return tall ? [`[data-photo="${id}"][data-tall] { object-position: ${x}% ${y}%; }`] : [];
  });
  const blocks = [...rules, `@media ${TALL_MEDIA} {`, ...tallRules, '}'];
  return `@layer base {\n${blocks.join('\n')}\n}\n`;
}

async function findOriginals(options: PreparePhotosOptions): Promise<PhotoJob[]> {
  const { photosDir, photoList, cacheDir, onProgress } = options;
  const files = await readdir(photosDir);
  const { 'home-over-ons': _small, ...heroLists } = photoList.pages;
  const heroes = new Set(Object.values(heroLists).flat());
  const jobs: PhotoJob[] = [];
  const problems: ContentProblem[] = [];
  for (const [id, { alt, focus }] of Object.entries(photoList.photos)) {
    const original = findPhotoFile(id, files);
    if (original.kind !== 'found') {
      problems.push({
        file: `photos/${original.kind === 'unreadable' ? original.file : id}`,
        found: original.kind === 'several' ? original.files.join(' en ') : 'geen leesbare foto',
        expected: `één bestand van de soort ${PHOTO_ENDINGS.join(', ')}`,
        example: `${id}.jpg`,
      });
      continue;
    }
    const file = join(photosDir, original.file);
    const key = cacheKey(await readFile(file), focus, heroes.has(id));
    const folder = join(cacheDir, key);
    jobs.push({ id, alt, key, folder, request: { file, focus, hero: heroes.has(id), folder } });
  }
  if (problems.length > 0) throw new ContentError(problems);
  const listed = new Set(jobs.map((job) => job.request.file));
  for (const file of files) {
    if (/\.(ya?ml|md)$/i.test(file) || file.startsWith('.')) continue;
    if (!listed.has(join(photosDir, file))) {
      onProgress?.(`${file} is not in photos.yaml, so no page shows it`);
    }
  }
  return jobs;
}

async function encodeMissing(
  jobs: PhotoJob[],
  encoded: Map<string, EncodedPhoto>,
  onProgress: (line: string) => void,
) {
  const problems: ContentProblem[] = [];
  let done = 0;
  const started = await Promise.all(
    jobs.map(async (job) => {
      const folder = await startCacheFolder(job.folder);
      return { ...job, keepIn: job.folder, request: { ...job.request, folder } };
    }),
  );
  await encodeInParallel(
    started,
    async ({ id, keepIn, request }, made) => {
      await keepInCache(request.folder, keepIn, made);
      encoded.set(id, made);
      done += 1;
      onProgress(`photo ${String(done).padStart(2)} of ${jobs.length}: ${id}`);
    },
    async ({ request }, error) => {
      await rm(request.folder, { recursive: true, force: true });
      problems.push(await describeUnreadable(request.file, error));
    },
  );
  if (problems.length > 0) throw new ContentError(problems);
}

function toPhoto({ id, alt, key }: PhotoJob, made: EncodedPhoto): PreparedPhoto {
  const { full, tall, color, focus } = made;
  const base = `/photos/${id}-${key.slice(0, 8)}`;
  return { id, alt, base, full, ...(tall && { tall }), color, focus };
}

/** Copies what is not there yet and removes what no page names any more. */
async function publish(photos: Map<string, PreparedPhoto>, jobs: PhotoJob[], outDir: string) {
  await mkdir(outDir, { recursive: true });
  const present = new Set(await readdir(outDir));
  const wanted = new Map<string, string>();
  for (const { id, folder } of jobs) {
    const photo = photos.get(id);
    if (!photo) continue;
    for (const file of variantFiles(photo)) {
      wanted.set(`${basename(photo.base)}-${file}`, join(folder, file));
    }
  }
  const missing = [...wanted].filter(([name]) => !present.has(name));
  await Promise.all(missing.map(([name, file]) => copyFile(file, join(outDir, name))));
  const leftOver = [...present].filter((name) => !wanted.has(name));
  await Promise.all(leftOver.map((name) => rm(join(outDir, name), { recursive: true })));
}
