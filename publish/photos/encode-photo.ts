import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PhotoCrop, PhotoCropName } from '../../site/picture/photo.ts';
import { encodeAvifWithin, encodePixels } from './encode-pixels.ts';
import { type FoundQuality, findQuality } from './find-quality.ts';
import {
  AVIF_WIDTHS,
  type CropRegion,
  FALLBACK_WIDTHS,
  FORMAT_PLANS,
  maxAvifBytes,
  qualityGroups,
  tallRegion,
  variantWidths,
  workingSize,
} from './photo-variants.ts';
import { openPixels, type Pixels, toPixels } from './pixels.ts';
import { cutOut, readOriginal } from './read-original.ts';

/** What is kept of one photo, beside its files. */
export interface EncodedPhoto {
  full: PhotoCrop;
  tall?: PhotoCrop;
  /** The focal point within each crop, in percent. */
  focus: Record<PhotoCropName, [number, number]>;
  /** Mean colour, as CSS writes it: '#c9b79a'. */
  color: string;
  /** Files that no quality brought within their budget. */
  tooHeavy: HeavyFile[];
}

export interface HeavyFile {
  bytes: number;
  maxBytes: number;
}

export interface EncodeRequest {
  file: string;
  focus: [number, number];
  /** Whether to make the tall crop too. */
  hero: boolean;
  /** An existing folder, filled with `${crop}-${width}.${format}`. */
  folder: string;
}

/** One crop of a photo, on its way to becoming files. */
interface CropJob {
  name: PhotoCropName;
  crop: PhotoCrop;
  pixelsAt: (width: number) => Promise<Pixels>;
  write: (width: number, format: string, bytes: Buffer) => Promise<void>;
}

/**
 * Makes every file of one photo.
 *
 * @throws UnreadablePhotoError when the original cannot be read; else what writing the files throws
 */
export async function encodePhoto(request: EncodeRequest): Promise<EncodedPhoto> {
  const { file, focus, hero, folder } = request;
  const original = await readOriginal(file, (size) => workingSize(size, hero));
  const { width, height } = original;
  const full = startCrop(original, 'full', { left: 0, top: 0, width, height }, folder);
  const encoded: EncodedPhoto = {
    full: full.crop,
    focus: { full: focus, tall: focus },
    color: await meanColor(original),
    tooHeavy: await writeAvifs(full),
  };
  const jobs = [full];
  if (hero) {
    const region = tallRegion(original, focus);
    const tall = startCrop(original, 'tall', region, folder);
    encoded.tall = tall.crop;
    encoded.focus.tall = [
      percentWithin(width, focus[0], region.left, region.width),
      percentWithin(height, focus[1], region.top, region.height),
    ];
    encoded.tooHeavy.push(...(await writeAvifs(tall)));
    jobs.push(tall);
  }
  for (const format of ['webp', 'jpeg'] as const) await writeFallbacks(jobs, format);
  return encoded;
}

function startCrop(
  original: Pixels,
  name: PhotoCropName,
  region: CropRegion,
  folder: string,
): CropJob {
  const sizeAt = (width: number) => ({
    width,
    height: Math.round((width * region.height) / region.width),
  });
  const widths = variantWidths(region.width, AVIF_WIDTHS[name]);
  const fallbackWidths = variantWidths(region.width, FALLBACK_WIDTHS[name]);
  return {
    name,
    crop: { ...sizeAt(widths.at(-1) ?? region.width), widths, fallbackWidths },
    pixelsAt: (width) => cutOut(original, region, sizeAt(width)),
    write: (width, format, bytes) => writeFile(join(folder, `${name}-${width}.${format}`), bytes),
  };
}

/** @returns those that no quality brought within their budget */
async function writeAvifs({ name, crop, pixelsAt, write }: CropJob): Promise<HeavyFile[]> {
  const tooHeavy: HeavyFile[] = [];
  let { firstQuality }: { firstQuality: number } = FORMAT_PLANS.avif;
  for (const { widths, judgedAt } of qualityGroups(name, crop.widths)) {
    let found: FoundQuality | undefined;
    for (const width of widths) {
      const picture = await pixelsAt(width);
      const maxBytes = maxAvifBytes(name, crop, width);
      const isSearched = !found;
      found ??= await findQuality(picture, { format: 'avif', firstQuality, judgedAt, maxBytes });
      const { quality, tried } = found;
      const own = isSearched ? tried : undefined;
      const bytes = await encodeAvifWithin(picture, quality, maxBytes, own);
      if (maxBytes && bytes.length > maxBytes) tooHeavy.push({ bytes: bytes.length, maxBytes });
      await write(width, 'avif', bytes);
      firstQuality = quality;
    }
  }
  return tooHeavy;
}

/** All crops at the quality that the largest file of the whole photo needs. */
async function writeFallbacks(jobs: CropJob[], format: 'webp' | 'jpeg') {
  let found: FoundQuality | undefined;
  for (const { crop, pixelsAt, write } of jobs) {
    for (const width of crop.fallbackWidths) {
      const pixels = await pixelsAt(width);
      const { firstQuality } = FORMAT_PLANS[format];
      const judgedAt = crop.fallbackWidths.at(-1) ?? width;
      found ??= await findQuality(pixels, { format, firstQuality, judgedAt });
      const { bytes } = await encodePixels(pixels, format, found.quality);
      await write(width, format, bytes);
    }
  }
}

async function meanColor(original: Pixels): Promise<string> {
  // Of a few pixels: all that `stats` knows of a large picture takes a quarter of a second.
  const small = await toPixels(openPixels(original).resize(64, 64, { fit: 'fill' }));
  const { channels } = await openPixels(small).stats();
  const bytes = channels.slice(0, 3).map(({ mean }) => Math.round(mean));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function percentWithin(length: number, percent: number, start: number, part: number): number {
  return Math.round((((length * percent) / 100 - start) / part) * 100);
}
