import type { AvifOptions, JpegOptions, WebpOptions } from 'sharp';
import type { PhotoCropName, PhotoFormat } from '../../site/photo.ts';

/**
 * Every number that decides which files a photo becomes. Changing one makes all photos anew: they
 * are part of the cache key.
 */

/**
 * Widths of the whole photo: a column on a phone (480), in twice the pixels (768, 1080), columns
 * and small heroes (1440), a hero on a desktop (1920), the same in more pixels (2560).
 */
export const FULL_WIDTHS = [480, 768, 1080, 1440, 1920, 2560];

/** Widths of the tall crop: phones of 360 to 430 px, at one and a half, two and three pixels a px. */
export const TALL_WIDTHS = [480, 720, 1080];

/** Width : height of the tall crop: a hero of 78 % of the window on phones from 360×740 to 430×932. */
export const TALL_ASPECT = 3 / 5;

/**
 * Most bytes an AVIF of this crop and width may have: what the first screen costs on a phone and on
 * a desktop. A busier photo than these allow is encoded to a lower score at that width.
 */
export const AVIF_BUDGETS: Record<PhotoCropName, Record<number, number>> = {
  tall: { 720: 45_000 },
  full: { 1920: 120_000 },
};

interface FormatPlan<Options> {
  options: Options;
  /** SSIMULACRA 2 score to reach, see {@link scorePhoto}. */
  targetScore: number;
  /** The search starts here; about what most photos need. */
  firstQuality: number;
  /** Score gained by one step of quality around there: aims the second try. */
  scorePerStep: number;
  /** Never outside these, whatever the score says: a floor keeps bokeh free of bands. */
  minQuality: number;
  maxQuality: number;
}

export const FORMAT_PLANS = {
  avif: {
    // Effort 3: 10 % more bytes than 4, in a fifth of its time. Ten bits: smooth bokeh in no more
    // bytes, where eight show a weave of faint bands.
    options: { effort: 3, bitdepth: 10 },
    targetScore: 86,
    firstQuality: 65,
    scorePerStep: 0.55,
    minQuality: 50,
    maxQuality: 80,
  },
  webp: {
    // Sharp chroma: without it red flowers and berries get fringes; 2 to 3 points for 4 % of bytes.
    options: { effort: 4, smartSubsample: true },
    targetScore: 83,
    firstQuality: 84,
    scorePerStep: 0.6,
    minQuality: 70,
    maxQuality: 94,
  },
  jpeg: {
    options: { mozjpeg: true },
    targetScore: 82,
    firstQuality: 79,
    scorePerStep: 0.5,
    minQuality: 70,
    maxQuality: 92,
  },
} satisfies Record<PhotoFormat, FormatPlan<AvifOptions | WebpOptions | JpegOptions>>;

/** The widths that a crop this wide is made in: never wider than it is, its own width as the last. */
export function variantWidths(cropWidth: number, layoutWidths: number[]): number[] {
  const largest = Math.min(cropWidth, Math.max(...layoutWidths));
  // A step of less than a tenth saves nobody anything.
  return [...layoutWidths.filter((width) => width < largest * 0.9), largest];
}

export interface CropRegion {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The largest upright region of a photo with its focal point as near its middle as the edges allow. */
export function tallRegion(width: number, height: number, focus: [number, number]): CropRegion {
  const cropWidth = Math.min(width, Math.round(height * TALL_ASPECT));
  const cropHeight = Math.min(height, Math.round(width / TALL_ASPECT));
  return {
    left: placeWindow(width, cropWidth, focus[0]),
    top: placeWindow(height, cropHeight, focus[1]),
    width: cropWidth,
    height: cropHeight,
  };
}

function placeWindow(length: number, windowLength: number, focusPercent: number): number {
  const ideal = Math.round((length * focusPercent) / 100 - windowLength / 2);
  return Math.min(Math.max(ideal, 0), length - windowLength);
}
