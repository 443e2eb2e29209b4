import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type {
  Photo,
  PhotoCrop,
  PhotoCropName,
  PhotoPlaceholder,
} from '../../site/picture/photo.ts';
import { type CropRegion, cropRegion, TALL_ASPECT } from './crop-region.ts';
import { measureBrightness, TEXT_ZONES } from './hero-shades.ts';
import { openPixels, type Pixels, readOriginal } from './read-original.ts';

/** Encoding parameters. They are part of the cache key, so a change encodes all photos again. */
export const ENCODING = {
  /** Increment when the code produces different files from the same parameters. */
  version: 6,
  /**
   * Widths of the AVIFs. Of the whole photo: beside the lines of a menu card (320), galleries of a
   * phone with a device pixel ratio up to 2 (880), half of a window of 1440 px (1080), phones with a
   * ratio of 3 (1440), a hero on a desktop (1920), the same at a higher ratio (2560). Of the tall
   * crop: phones of 360 to 430 px, with a ratio up to 2 and up to 3; 728 holds the 721 px of a phone
   * of 412 px at 1.75.
   */
  widths: { full: [320, 880, 1080, 1440, 1920, 2560], tall: [728, 1200] },
  /** Less for the largest width, on screens whose pixels are too small to tell. */
  quality: { usual: 60, largest: 52 },
  /** Ten bits avoid banding in smooth areas at the same file size. */
  avif: { bitdepth: 10, chromaSubsampling: '4:4:4' } as const,
  /** Effort 0 would take a quarter of the time of 2, but files would be 12 % larger. */
  effort: { belowWidth: 1000, small: 2, large: 0 },
  /** Width of the fallback JPEG of each crop, for browsers from before 2024. */
  jpegWidths: { full: 1280, tall: 728 },
  jpeg: { quality: 78, progressive: true },
  tallAspect: TALL_ASPECT,
  /** The recommended Open Graph size; JPEG, because not every service supports AVIF. */
  card: { width: 1200, height: 630, jpeg: { quality: 84, mozjpeg: true } },
  textZones: TEXT_ZONES,
};

// Photos are encoded in parallel, so threads per photo gain nothing, and they would split it into
// tiles.
sharp.concurrency(1);
// sharp's cache would only use memory, because no operation is repeated.
sharp.cache(false);

/** File with the {@link EncodedPhoto} beside the encoded files. */
export const ENCODED_FILE = 'photo.json';
export const CARD_FILE = 'card-1200.jpeg';

export interface EncodedPhoto extends Pick<Photo, 'full' | 'tall'> {
  placeholder: Pick<PhotoPlaceholder, 'color' | 'tallFocus'>;
  /** Brightness behind the texts of a hero (`measureBrightness`). */
  brightness?: number[];
}

/** Part of the cache key. */
export interface EncodeOptions {
  /** Background of transparent photos: '#f6f1e7'. */
  background?: string | undefined;
  /** Focal points of a photo that is shown in portrait too, in percent. */
  upright?: { full: [number, number]; tall: [number, number] } | undefined;
  /** Focal point of the preview image of a shared link; if undefined, there is no such image. */
  cardFocus?: [number, number] | undefined;
}

/**
 * Writes all files of a photo into an existing folder.
 *
 * @throws UnreadablePhotoError when the original cannot be read; or an error of writing the files
 */
export async function encodePhoto(
  bytes: Uint8Array,
  folder: string,
  { background, upright, cardFocus }: EncodeOptions,
): Promise<void> {
  const original = await readOriginal(bytes, background);
  const { width, height } = original;
  const whole = { left: 0, top: 0, width, height };
  const encoded: EncodedPhoto = {
    full: await encodeCrop(original, 'full', whole, folder),
    placeholder: { color: await meanColor(original) },
  };
  if (upright) {
    const region = cropRegion(original, ENCODING.tallAspect, upright.tall);
    encoded.tall = await encodeCrop(original, 'tall', region, folder);
    encoded.placeholder.tallFocus = [
      percentWithin(width, upright.tall[0], region.left, region.width),
      percentWithin(height, upright.tall[1], region.top, region.height),
    ];
    encoded.brightness = await measureBrightness(original, upright);
  }
  if (cardFocus) {
    const card = ENCODING.card;
    await openPixels(original)
      .extract(cropRegion(original, card.width / card.height, cardFocus))
      .resize({ width: card.width, height: card.height, fit: 'fill' })
      .jpeg(card.jpeg)
      .toFile(join(folder, CARD_FILE));
  }
  await writeFile(join(folder, ENCODED_FILE), JSON.stringify(encoded));
}

async function encodeCrop(
  original: Pixels,
  crop: PhotoCropName,
  region: CropRegion,
  folder: string,
): Promise<PhotoCrop> {
  const heightAt = (width: number) => Math.round((width * region.height) / region.width);
  const resized = (width: number) =>
    openPixels(original)
      .extract(region)
      .resize({ width, height: heightAt(width), fit: 'fill' });

  const layout = ENCODING.widths[crop];
  const widths = variantWidths(region.width, layout);
  const { belowWidth, small, large } = ENCODING.effort;
  for (const width of widths) {
    const quality = ENCODING.quality[width > (layout.at(-2) ?? 0) ? 'largest' : 'usual'];
    const effort = width < belowWidth ? small : large;
    await resized(width)
      .avif({ ...ENCODING.avif, effort, quality })
      .toFile(join(folder, `${crop}-${width}.avif`));
  }
  const fallbackWidth = Math.min(region.width, ENCODING.jpegWidths[crop]);
  await resized(fallbackWidth)
    .jpeg(ENCODING.jpeg)
    .toFile(join(folder, `${crop}-${fallbackWidth}.jpeg`));

  const width = widths.at(-1) ?? region.width;
  return { width, height: heightAt(width), widths, fallbackWidth };
}

/**
 * The widths of a crop: all widths of the layout up to its own width, plus its own width if that is
 * more than 10 % larger.
 */
export function variantWidths(cropWidth: number, layout: number[]): number[] {
  const fitting = layout.filter((width) => width <= cropWidth);
  const isWider = cropWidth > 1.1 * (fitting.at(-1) ?? 0);
  return isWider && fitting.length < layout.length ? [...fitting, cropWidth] : fitting;
}

async function meanColor(original: Pixels): Promise<string> {
  const pixel = await openPixels(original).resize(1, 1, { fit: 'fill' }).raw().toBuffer();
  return `#${pixel.toString('hex')}`;
}

function percentWithin(length: number, percent: number, start: number, part: number): number {
  return Math.round((((length * percent) / 100 - start) / part) * 100);
}
