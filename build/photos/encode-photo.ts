import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import {
  PHOTO_FORMATS,
  type PhotoCrop,
  type PhotoCropName,
  type PhotoFormat,
} from '../../site/photo.ts';
import {
  AVIF_BUDGETS,
  type CropRegion,
  FORMAT_PLANS,
  FULL_WIDTHS,
  TALL_WIDTHS,
  tallRegion,
  variantWidths,
} from './photo-variants.ts';
import { type Pixels, scorePhoto } from './score-photo.ts';

/** What a cache folder's `photo.json` holds. */
export interface EncodedPhoto {
  full: PhotoCrop;
  tall?: PhotoCrop;
  /** The focal point within each crop, in percent. */
  focus: Record<PhotoCropName, [number, number]>;
  /** Mean colour, as CSS writes it: '#c9b79a'. */
  color: string;
  /** Quality found for each format, and the score it reached. */
  encoding: Record<PhotoFormat, { quality: number; score: number }>;
}

export interface EncodeRequest {
  file: string;
  focus: [number, number];
  /** Whether to make the tall crop too. */
  hero: boolean;
  /** An existing folder, filled with `${crop}-${width}.${format}`. */
  folder: string;
}

/** Linen, the page's ground, shines through a transparent photo. */
const PAGE_COLOR = '#f6f1e7';
/** The picture that scores are taken on has about this many pixels: 400 × 250. */
const SCORED_PIXELS = 100_000;
const MAX_TRIES = 4;
/** Quality given up at a time to meet a budget; about 8 % of an AVIF's bytes. */
const BUDGET_STEP = 3;
/** A score this near its target needs no further try. */
const SCORE_TOLERANCE = 1.25;

/** Makes every file of one photo; throws what sharp throws when the original cannot be read. */
export async function encodePhoto(request: EncodeRequest): Promise<EncodedPhoto> {
  const { file, focus, hero, folder } = request;
  const original = await readOriginal(file);
  const encoding = await findQualities(original);
  const full = { left: 0, top: 0, width: original.width, height: original.height };
  const write = (name: PhotoCropName, region: CropRegion, widths: number[]) =>
    writeCrop(original, name, region, widths, encoding, folder);
  const encoded: EncodedPhoto = {
    full: await write('full', full, variantWidths(full.width, FULL_WIDTHS)),
    focus: { full: focus, tall: focus },
    color: await meanColor(original),
    encoding,
  };
  if (hero) {
    const region = tallRegion(full.width, full.height, focus);
    encoded.tall = await write('tall', region, variantWidths(region.width, TALL_WIDTHS));
    encoded.focus.tall = [
      percentWithin(full.width, focus[0], region.left, region.width),
      percentWithin(full.height, focus[1], region.top, region.height),
    ];
  }
  return encoded;
}

/** Upright, in sRGB, without transparency or metadata, no larger than the largest width needs. */
async function readOriginal(file: string): Promise<Pixels> {
  const { data, info } = await sharp(file)
    .autoOrient()
    .resize({ width: Math.max(...FULL_WIDTHS), withoutEnlargement: true })
    .flatten({ background: PAGE_COLOR })
    .toColourspace('srgb')
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function findQualities(original: Pixels): Promise<EncodedPhoto['encoding']> {
  const scale = Math.min(1, Math.sqrt(SCORED_PIXELS / (original.width * original.height)));
  const small = await toPixels(open(original).resize(Math.round(original.width * scale)));
  const encoding = {} as EncodedPhoto['encoding'];
  for (const format of PHOTO_FORMATS) encoding[format] = await findQuality(small, format);
  return encoding;
}

/** The quality whose score comes nearest to the format's target, by tries each aimed by the last. */
async function findQuality(small: Pixels, format: PhotoFormat) {
  const plan = FORMAT_PLANS[format];
  const tries: { quality: number; score: number }[] = [];
  let quality = plan.firstQuality;
  while (tries.length < MAX_TRIES && !tries.some((done) => done.quality === quality)) {
    const encoded = await encode(open(small), format, quality).toBuffer();
    const score = scorePhoto(small, await toPixels(sharp(encoded)));
    tries.push({ quality, score });
    tries.sort((a, b) => distance(a) - distance(b));
    const [best, second] = tries;
    if (!best || distance(best) <= SCORE_TOLERANCE) break;
    const measured = second && (best.score - second.score) / (best.quality - second.quality);
    const slope = measured && measured > 0.1 ? measured : plan.scorePerStep;
    const next = Math.round(best.quality + (plan.targetScore - best.score) / slope);
    quality = Math.min(Math.max(next, plan.minQuality), plan.maxQuality);
  }
  return tries[0] ?? { quality, score: 0 };

  function distance(done: { score: number }) {
    return Math.abs(done.score - plan.targetScore);
  }
}

async function writeCrop(
  original: Pixels,
  name: PhotoCropName,
  region: CropRegion,
  widths: number[],
  encoding: EncodedPhoto['encoding'],
  folder: string,
): Promise<PhotoCrop> {
  const heightAt = (width: number) => Math.round((width * region.height) / region.width);
  for (const width of widths) {
    const pixels = await toPixels(
      open(original).extract(region).resize(width, heightAt(width), { fit: 'fill' }),
    );
    for (const format of PHOTO_FORMATS) {
      const maxBytes = format === 'avif' ? AVIF_BUDGETS[name][width] : undefined;
      const bytes = await encodeWithin(pixels, format, encoding[format].quality, maxBytes);
      await writeFile(join(folder, `${name}-${width}.${format}`), bytes);
    }
  }
  const width = widths.at(-1) ?? region.width;
  return { width, height: heightAt(width), widths };
}

/** Steps down from `quality` until the file is small enough, or at the lowest the format allows. */
export async function encodeWithin(
  pixels: Pixels,
  format: PhotoFormat,
  quality: number,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Buffer> {
  const { minQuality } = FORMAT_PLANS[format];
  const bytes = await encode(open(pixels), format, quality).toBuffer();
  if (bytes.length <= maxBytes || quality <= minQuality) return bytes;
  return encodeWithin(pixels, format, Math.max(minQuality, quality - BUDGET_STEP), maxBytes);
}

function encode(image: Sharp, format: PhotoFormat, quality: number): Sharp {
  switch (format) {
    case 'avif':
      return image.avif({ ...FORMAT_PLANS.avif.options, quality });
    case 'webp':
      return image.webp({ ...FORMAT_PLANS.webp.options, quality });
    case 'jpeg':
      return image.jpeg({ ...FORMAT_PLANS.jpeg.options, quality });
  }
}

async function meanColor(original: Pixels): Promise<string> {
  const { channels } = await open(original).stats();
  const bytes = channels.slice(0, 3).map(({ mean }) => Math.round(mean));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function open({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function percentWithin(length: number, percent: number, start: number, part: number): number {
  return Math.round((((length * percent) / 100 - start) / part) * 100);
}
