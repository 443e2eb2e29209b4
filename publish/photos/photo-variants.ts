import type { AvifOptions, JpegOptions, WebpOptions } from 'sharp';
import {
  HERO_HEIGHT_VH,
  type PhotoCrop,
  type PhotoCropName,
  type PhotoFormat,
} from '../../site/picture/photo.ts';
import type { Size } from './read-original.ts';

/**
 * Every number that decides which files a photo becomes. Changing one makes all photos anew: they
 * are part of the cache key.
 */

/**
 * Widths of an AVIF.
 *
 * Of the whole photo: a column on a phone (768, 1080), columns and small heroes (1440), a hero on a
 * desktop (1920), the same in more pixels (2560). Of the tall crop: phones of 360 to 430 px, at up to
 * two pixels a px and at up to three; 728 holds the 721 px that a phone of 412 px and 1.75 pixels a
 * px wants.
 */
export const AVIF_WIDTHS: Record<PhotoCropName, number[]> = {
  full: [768, 1080, 1440, 1920, 2560],
  tall: [728, 1200],
};

/** Widths of WebP and JPEG, which only browsers from before 2023 ask for. */
export const FALLBACK_WIDTHS: Record<PhotoCropName, number[]> = {
  full: [768, 1600],
  tall: [728],
};

/** Width : height of the tall crop: a hero of 78 % of the window on phones from 360×740 to 430×932. */
export const TALL_ASPECT = 3 / 5;

interface Budget {
  /** A window that must not get a heavier hero. */
  window: Size;
  /** Pixels a px in it. */
  scale: number;
  /** Of the AVIF it loads, and of every narrower one. */
  maxBytes: number;
}

/**
 * What the first screen may cost on a phone and on a desktop. A busier photo than these allow is
 * encoded to a lower score there.
 */
export const AVIF_BUDGETS: Record<PhotoCropName, Budget> = {
  tall: { window: { width: 412, height: 823 }, scale: 1.75, maxBytes: 45_000 },
  full: { window: { width: 1920, height: 1080 }, scale: 1, maxBytes: 120_000 },
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
    // Ten bits: smooth bokeh in no more bytes, where eight show a weave of faint bands.
    options: { bitdepth: 10 },
    targetScore: 84.5,
    firstQuality: 63,
    scorePerStep: 0.55,
    minQuality: 50,
    maxQuality: 85,
  },
  webp: {
    // Sharp chroma: without it red flowers and berries get fringes; 2 to 3 points for 4 % of bytes.
    options: { effort: 4, smartSubsample: true },
    targetScore: 80,
    firstQuality: 84,
    scorePerStep: 0.6,
    minQuality: 70,
    maxQuality: 94,
  },
  jpeg: {
    options: { mozjpeg: true },
    targetScore: 80,
    firstQuality: 80,
    scorePerStep: 0.5,
    minQuality: 70,
    maxQuality: 92,
  },
} satisfies Record<PhotoFormat, FormatPlan<AvifOptions | WebpOptions | JpegOptions>>;

/** A budget may go below the least quality that a score asks for: a photo that busy hides bands. */
export const BUDGET_MIN_QUALITY = 35;

/** From this width on an AVIF is made with less effort, at a quality of its own. */
const LARGE_FROM = 1000;

/**
 * Effort of an AVIF this wide. One takes a third of three's time for 9 % more bytes; what most phones
 * load is worth three. Two is worse than one in both.
 */
export function avifEffort(width: number): number {
  return width < LARGE_FROM ? 3 : 1;
}

interface QualityGroup {
  /** Ascending: the quality is searched at the first, which takes least time. */
  widths: number[];
  /** The one whose score shall reach the target: about their middle. */
  judgedAt: number;
}

/**
 * The widths of AVIFs that share a quality. The tall crop has one group: its widest is the same
 * picture on a screen whose pixels are too small to tell.
 */
export function qualityGroups(name: PhotoCropName, widths: number[]): QualityGroup[] {
  if (name === 'tall') return [groupAt(widths, 728)];
  const small = widths.filter((width) => width < LARGE_FROM);
  const large = widths.filter((width) => width >= LARGE_FROM);
  return [groupAt(small, 768), groupAt(large, 1440)].filter((group) => group.widths.length > 0);
}

function groupAt(widths: number[], wanted: number): QualityGroup {
  return { widths, judgedAt: widths.findLast((width) => width <= wanted) ?? widths[0] ?? wanted };
}

/**
 * The widths that a crop this wide is made in: those of the layout it is wide enough for, and its
 * own where that is more than a tenth wider.
 */
export function variantWidths(cropWidth: number, layoutWidths: number[]): number[] {
  const fitting = layoutWidths.filter((width) => width <= cropWidth);
  const own = Math.min(cropWidth, Math.max(...layoutWidths));
  return own > 1.1 * (fitting.at(-1) ?? 0) ? [...fitting, own] : fitting;
}

/** Most bytes an AVIF of this width may have; undefined where nothing limits it. */
export function maxAvifBytes(
  name: PhotoCropName,
  crop: PhotoCrop,
  width: number,
): number | undefined {
  const { window, scale, maxBytes } = AVIF_BUDGETS[name];
  // As `heroSizes` says: a whole photo covers the hero's height too.
  const covering = ((window.height * HERO_HEIGHT_VH) / 100) * (crop.width / crop.height);
  const needed = scale * (name === 'full' ? Math.max(window.width, covering) : window.width);
  const loaded = crop.widths.find((made) => made >= needed) ?? crop.widths.at(-1) ?? 0;
  return width <= loaded ? maxBytes : undefined;
}

export interface CropRegion extends Size {
  left: number;
  top: number;
}

/** The largest upright region of a photo with its focal point as near its middle as the edges allow. */
export function tallRegion({ width, height }: Size, focus: [number, number]): CropRegion {
  const cropWidth = Math.min(width, Math.round(height * TALL_ASPECT));
  const cropHeight = Math.min(height, Math.round(width / TALL_ASPECT));
  return {
    left: placeWindow(width, cropWidth, focus[0]),
    top: placeWindow(height, cropHeight, focus[1]),
    width: cropWidth,
    height: cropHeight,
  };
}

/**
 * The size that all crops of an original are cut from: large enough for the widest variant of each,
 * and never larger than the original.
 */
export function workingSize(original: Size, isHero: boolean): Size {
  const largest = (widths: number[], crop: Size) => Math.max(...widths) / crop.width;
  const full = largest(AVIF_WIDTHS.full, original);
  const tall = isHero ? largest(AVIF_WIDTHS.tall, tallRegion(original, [50, 50])) : 0;
  const scale = Math.min(1, Math.max(full, tall));
  return {
    width: Math.round(original.width * scale),
    height: Math.round(original.height * scale),
  };
}

function placeWindow(length: number, windowLength: number, focusPercent: number): number {
  const ideal = Math.round((length * focusPercent) / 100 - windowLength / 2);
  return Math.min(Math.max(ideal, 0), length - windowLength);
}
