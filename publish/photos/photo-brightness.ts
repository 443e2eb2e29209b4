import sharp from 'sharp';
import type { PhotoCropName } from '../../site/picture/photo.ts';
import { contrast, luminance, multiply } from '../brand/contrast.ts';
import { cropRegion } from './crop-region.ts';

/** How bright a photo is, at its brightest, where a hero writes on it: relative luminances, 0 to 1 (WCAG 2.2). */
export interface Brightness {
  /** Behind the bar's links. */
  bar: number;
  /** Behind the small line above the sentence. */
  eyebrow: number;
  /** Behind the sentence. */
  sentence: number;
}

/** How much of the ink lies over a photo, 0 to 1, in steps of {@link STEP}: no more than its texts need. */
export interface Shade {
  bar: number;
  words: number;
}

/** WCAG 2.2, 1.4.3, and a little more: a letter may stand on a point that is brighter than its surroundings. */
const SMALL_TEXT_CONTRAST = 5.1;
const LARGE_TEXT_CONTRAST = 3.5;
/** Above the sentence lies the subject of the photo: its bright edges are thinner than what is measured. */
const EYEBROW_CONTRAST = 5.9;
/** Fewer different values, so that neighbours in a carousel seldom differ without need. */
const STEP = 0.04;
/** A trace of it stays, so that light letters do not look cut out of a dark photo. */
const LEAST = 0.2;

/** From the left, the top, to the right, the bottom: parts of the hero, 0 to 1. */
type Zone = [left: number, top: number, right: number, bottom: number];

/**
 * Where text stands in heroes of some shapes (width : height), from a phone held upright to a wide
 * screen; `site/sections/hero/Hero.module.css` places it.
 */
const WRITTEN: Record<PhotoCropName, { shape: number; zones: Record<keyof Brightness, Zone> }[]> = {
  // A phone has the sentence below the photo: what it would need is never used.
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

/** Cells across the photo: small enough to tell a letter's surroundings apart. */
const CELLS = 120;

/** All that decides how bright a photo is besides its bytes and focal points: part of the cache's key. */
export const BRIGHTNESS = {
  /** Raised whenever the code measures otherwise from the same numbers. */
  version: 3,
  written: WRITTEN,
  cells: CELLS,
};

/**
 * Measures what a hero writes on: each of the {@link CELLS} is the mean of what it covers.
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

/** Whole numbers from the one that a length begins in to the one it ends in. */
function range(from: number, to: number): number[] {
  const first = Math.floor(from);
  return Array.from({ length: Math.ceil(to) - first }, (_, i) => first + i);
}

/**
 * The least shade that makes light letters legible (WCAG 2.2, 1.4.3).
 *
 * @param ink what the shade is made of, as '#23271f'
 * @param paper the colour of the letters
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

/** The grey that is as bright. */
function greyOf(ofLuminance: number): string {
  const part =
    ofLuminance <= 0.0031308 ? ofLuminance * 12.92 : 1.055 * ofLuminance ** (1 / 2.4) - 0.055;
  const hex = Math.round(Math.min(1, part) * 255)
    .toString(16)
    .padStart(2, '0');
  return `#${hex}${hex}${hex}`;
}
