import sharp from 'sharp';
import type { PhotoCropName } from '../../site/picture/photo.ts';
import { contrast, luminance, multiply } from '../brand/contrast.ts';
import { cropRegion } from './crop-region.ts';

/** Maximum relative luminance of a photo behind each text of a hero, 0 to 1 (WCAG 2.2). */
export interface Brightness {
  /** Behind the links of the bar. */
  bar: number;
  /** Behind the small line above the sentence. */
  eyebrow: number;
  /** Behind the sentence. */
  sentence: number;
}

/**
 * Opacity of the ink overlay on a photo, 0 to 1, in steps of {@link STEP}: the minimum that its
 * texts need.
 */
export interface Shade {
  bar: number;
  words: number;
}

/** WCAG 2.2, 1.4.3, plus a margin, because single pixels can be brighter than the measured cell. */
const SMALL_TEXT_CONTRAST = 5.1;
const LARGE_TEXT_CONTRAST = 3.5;
/**
 * The line above the sentence needs more: it lies on the subject of the photo, whose bright edges are
 * thinner than a measured cell.
 */
const EYEBROW_CONTRAST = 5.9;
/** Coarse steps, so that successive photos of a carousel often have the same shade. */
const STEP = 0.04;
/** Minimum opacity, also for dark photos. */
const LEAST = 0.2;

/** Left, top, right and bottom edge, as fractions of the hero. */
type Zone = [left: number, top: number, right: number, bottom: number];

/**
 * Text zones of the hero for some aspect ratios (width : height), from a phone in portrait to a
 * wide screen; must match `site/sections/hero/Hero.module.css`.
 */
const WRITTEN: Record<PhotoCropName, { shape: number; zones: Record<keyof Brightness, Zone> }[]> = {
  // On a phone the sentence is below the photo, so its value is not used.
  tall: [0.85, 1.1].map((shape) => ({
    shape,
    zones: { bar: [0, 0, 1, 0.2], eyebrow: [0, 0, 0, 0], sentence: [0, 0, 0, 0] },
  })),
  full: [0.85, 1.5, 2, 2.4].map((shape) => ({
    shape,
    zones: {
      bar: [0, 0, 1, 0.16],
      eyebrow: [0, 0.5, shape < 1 ? 0.98 : 0.58, 0.82],
      sentence: [0, 0.55, shape < 1 ? 0.98 : 0.8, 0.94],
    },
  })),
};

/** Number of cells across the photo, about the size of a letter. */
const CELLS = 120;

/** The part of the cache key besides the photo's bytes and focal points. */
export const BRIGHTNESS = {
  /** Increment when the code measures differently with the same parameters. */
  version: 3,
  written: WRITTEN,
  cells: CELLS,
};

/**
 * Measures the text zones of a hero; each of the {@link CELLS} is a mean.
 *
 * @param bytes of the original
 * @param focus of each crop, in percent from the left and from the top
 */
export async function measureBrightness(
  bytes: Uint8Array,
  focus: Record<PhotoCropName, [number, number]>,
): Promise<Record<PhotoCropName, Brightness>> {
  const { data, info } = await sharp(bytes)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize({ width: CELLS })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const luminanceAt = (x: number, y: number) => {
    const at = (y * info.width + x) * info.channels;
    const [red = 0, green = red, blue = red] = data.subarray(at, at + Math.min(3, info.channels));
    return luminance([red, green, blue]);
  };
  const brightest = (crop: PhotoCropName, part: keyof Brightness) => {
    const found = WRITTEN[crop].flatMap(({ shape, zones }) => {
      const shown = cropRegion(info, shape, focus[crop]);
      const [left, top, right, bottom] = zones[part];
      const xs = range(shown.left + left * shown.width, shown.left + right * shown.width);
      const ys = range(shown.top + top * shown.height, shown.top + bottom * shown.height);
      return ys.flatMap((y) => xs.map((x) => luminanceAt(x, y)));
    });
    return Math.max(0, ...found);
  };
  const of = (crop: PhotoCropName): Brightness => ({
    bar: brightest(crop, 'bar'),
    eyebrow: brightest(crop, 'eyebrow'),
    sentence: brightest(crop, 'sentence'),
  });
  return { full: of('full'), tall: of('tall') };
}

/** The cells that an interval overlaps. */
function range(from: number, to: number): number[] {
  const first = Math.floor(from);
  return Array.from({ length: Math.ceil(to) - first }, (_, i) => first + i);
}

/**
 * The minimum shade that makes light text legible (WCAG 2.2, 1.4.3).
 *
 * @param ink colour of the shade: '#23271f'
 * @param paper colour of the text
 */
export function shadeFor(
  { bar, eyebrow, sentence }: Brightness,
  { ink, paper }: { ink: string; paper: string },
): Shade {
  const least = (ground: number, wanted: number) => {
    const grey = greyOf(ground);
    for (let shade = LEAST; shade < 1; shade += STEP) {
      const isLegible = contrast(paper, multiply(ink, shade, grey)) >= wanted;
      if (isLegible) return Math.round(shade * 100) / 100;
    }
    return 1;
  };
  return {
    bar: least(bar, SMALL_TEXT_CONTRAST),
    words: Math.max(least(eyebrow, EYEBROW_CONTRAST), least(sentence, LARGE_TEXT_CONTRAST)),
  };
}

/** The grey with the same luminance. */
function greyOf(ofLuminance: number): string {
  const part =
    ofLuminance <= 0.0031308 ? ofLuminance * 12.92 : 1.055 * ofLuminance ** (1 / 2.4) - 0.055;
  const hex = Math.round(Math.min(1, part) * 255)
    .toString(16)
    .padStart(2, '0');
  return `#${hex}${hex}${hex}`;
}
