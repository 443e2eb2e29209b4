import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { PhotoList } from '../../site/content.ts';
import { type Photo, TALL_MEDIA } from '../../site/picture/photo.ts';
import { ContentError, type ContentProblem } from '../content/content-error.ts';
import { findPhotoFile } from '../content/photo-file.ts';
import { encodeInParallel } from './encode-in-parallel.ts';
import type { EncodedPhoto, EncodeRequest, HeavyFile } from './encode-photo.ts';
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
  /** Photos with the same key become the same files, and are encoded once. */
  key: string;
  request: Omit<EncodeRequest, 'folder'>;
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
  const { photoList, cacheDir, onProgress = () => {} } = options;
  await mkdir(cacheDir, { recursive: true });
  const jobs = await findOriginals(options);
  const encoded = new Map<string, EncodedPhoto>();
  for (const { key } of jobs) {
    const cached = await readCached(join(cacheDir, key));
    if (cached) encoded.set(key, cached);
  }
  await encodeMissing(jobs, encoded, cacheDir, onProgress);
  const photos = new Map<string, PreparedPhoto>();
  for (const job of jobs) {
    const made = encoded.get(job.key);
    if (made) photos.set(job.id, toPhoto(job, made));
  }
  await publish(photos, jobs, options);
  await dropUnused(cacheDir);
  onProgress(`${photos.size} photos ready`);
  const shown = Object.values(photoList.pages).flat();
  for (const { id, key } of jobs) {
    const made = encoded.get(key);
    if (made && shown.includes(id)) adviseOn(id, made).forEach(onProgress);
  }
  return photos;
}

/** What the caterer could do better with a photo that is used all the same. */
function adviseOn(id: string, { full, tooHeavy }: EncodedPhoto): string[] {
  const lines: string[] = [];
  if (full.width < SHARP_WIDTH) {
    lines.push(
      `${id} is ${full.width} beeldpunten breed: vanaf ${SHARP_WIDTH} is hij scherp op een groot scherm`,
    );
  }
  const [heavy] = tooHeavy;
  if (heavy) lines.push(describeHeavy(id, heavy));
  return lines;
}

function describeHeavy(id: string, { bytes, maxBytes }: HeavyFile): string {
  const kb = (count: number) => Math.ceil(count / 1000);
  return (
    `${id} blijft te zwaar (${kb(bytes)} kB, hoogstens ${kb(maxBytes)}), zodat de pagina traag opent: ` +
    'neem een rustiger foto, met minder korrel en fijne details'
  );
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
  const { photosDir, photoList, onProgress } = options;
  const files = await readdir(photosDir);
  const { 'home-over-ons': _small, ...heroLists } = photoList.pages;
  const heroes = new Set(Object.values(heroLists).flat());
  const jobs: PhotoJob[] = [];
  const problems: ContentProblem[] = [];
  for (const [id, { alt, focus }] of Object.entries(photoList.photos)) {
    const original = findPhotoFile(id, files);
    if (original.kind !== 'found') {
      const { kind: _, ...problem } = original;
      problems.push({ file: `photos/${id}`, ...problem });
      continue;
    }
    const file = join(photosDir, original.file);
    const hero = heroes.has(id);
    const key = cacheKey(await readFile(file), focus, hero);
    jobs.push({ id, alt, key, request: { file, focus, hero } });
  }
  if (problems.length > 0) throw new ContentError(problems);
  const listed = new Set(jobs.map((job) => job.request.file));
  for (const file of files) {
    if (/\.(ya?ml|md)$/i.test(file) || file.startsWith('.')) continue;
    if (!listed.has(join(photosDir, file))) {
      onProgress?.(`${file} staat niet in photos.yaml: geen pagina toont hem`);
    }
  }
  return jobs;
}

/** Adds to `encoded`, by key, what the cache did not have. */
async function encodeMissing(
  jobs: PhotoJob[],
  encoded: Map<string, EncodedPhoto>,
  cacheDir: string,
  onProgress: (line: string) => void,
) {
  const isFirst = ({ key }: PhotoJob, at: number) =>
    jobs.findIndex((job) => job.key === key) === at;
  const missing = jobs.filter((job, at) => !encoded.has(job.key) && isFirst(job, at));
  const problems: ContentProblem[] = [];
  let done = 0;
  const started = await Promise.all(
    missing.map(async (job) => {
      const folder = await startCacheFolder(join(cacheDir, job.key));
      return { ...job, request: { ...job.request, folder } };
    }),
  );
  try {
    await encodeInParallel(
      started,
      async ({ id, key, request }, made) => {
        await keepInCache(request.folder, join(cacheDir, key), made);
        encoded.set(key, made);
        done += 1;
        onProgress(`photo ${String(done).padStart(2)} of ${missing.length}: ${id}`);
      },
      async ({ key }, error) => {
        for (const { request } of jobs.filter((job) => job.key === key)) {
          problems.push(await describeUnreadable(request.file, error));
        }
      },
    );
  } finally {
    await Promise.all(
      started.map(({ request }) => rm(request.folder, { recursive: true, force: true })),
    );
  }
  if (problems.length > 0) throw new ContentError(problems);
}

function toPhoto({ id, alt, key }: PhotoJob, made: EncodedPhoto): PreparedPhoto {
  const { full, tall, color, focus } = made;
  const base = `/photos/${id}-${key.slice(0, 8)}`;
  return { id, alt, base, full, ...(tall && { tall }), color, focus };
}

/** Copies what is not there yet and removes what no page names any more. */
async function publish(
  photos: Map<string, PreparedPhoto>,
  jobs: PhotoJob[],
  { outDir, cacheDir }: PreparePhotosOptions,
) {
  await mkdir(outDir, { recursive: true });
  const present = new Set(await readdir(outDir));
  const wanted = new Map<string, string>();
  for (const { id, key } of jobs) {
    const photo = photos.get(id);
    if (!photo) continue;
    for (const file of variantFiles(photo)) {
      wanted.set(`${basename(photo.base)}-${file}`, join(cacheDir, key, file));
    }
  }
  const missing = [...wanted].filter(([name]) => !present.has(name));
  await Promise.all(missing.map(([name, file]) => copyFile(file, join(outDir, name))));
  const leftOver = [...present].filter((name) => !wanted.has(name));
  await Promise.all(leftOver.map((name) => rm(join(outDir, name), { recursive: true })));
}
