import sharp from 'sharp';
import type { PhotoCropName } from '../../site/picture/photo.ts';
import { contrast, luminance, multiply } from '../brand/contrast.ts';
import { cropRegion } from './crop-region.ts';
import type { Size } from './read-original.ts';

/** How bright a photo is, at its brightest, where a hero writes on it: relative luminances, 0 to 1 (WCAG 2.2). */
export interface Brightness {
  /** Behind the bar's links. */
  bar: number;
  /** Behind the small words above the sentence. */
  eyebrow: number;
  /** Behind the sentence. */
  sentence: number;
}

/** How much of the ink lies over a photo, 0 to 1, in steps of {@link STEP}: no more than its words need. */
export interface Shade {
  bar: number;
  words: number;
}

/** WCAG 2.2, 1.4.3, and a little more: a letter may stand on a point that is brighter than its surroundings. */
const SMALL_WORDS_CONTRAST = 5.1;
const LARGE_WORDS_CONTRAST = 3.5;
/** Fewer different values, so that neighbours in a carousel seldom differ without need. */
const STEP = 0.04;
/** A trace of it stays, so that light letters do not look cut out of a dark photo. */
const LEAST = 0.2;

/** From the left, the top, to the right, the bottom: parts of the hero, 0 to 1. */
type Zone = [number, number, number, number];

/**
 * Where the words stand in heroes of some shapes (width : height), from a phone held upright to a
 * wide screen; `site/sections/hero/Hero.module.css` places them.
 */
const WRITTEN: Record<PhotoCropName, { shape: number; zones: Record<keyof Brightness, Zone> }[]> = {
  // A phone has the words below the photo: what they would need is never used.
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

/** Small enough to tell a letter's surroundings apart: about 120 to the width of a hero. */
const CELL = 3;
const MEASURED_WIDTH = 120 * CELL;

/** All that decides how bright a photo is besides its bytes and its focal points: part of the cache's key. */
export const BRIGHTNESS = {
  /** Raised whenever the code measures otherwise from the same numbers. */
  version: 1,
  written: WRITTEN,
  cell: CELL,
  width: MEASURED_WIDTH,
};

/**
 * Measures what a hero writes on.
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
    .resize({ width: MEASURED_WIDTH })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const luminances = Float64Array.from({ length: info.width * info.height }, (_, point) => {
    const at = point * info.channels;
    const [red = 0, green = red, blue = red] = data.subarray(at, at + Math.min(3, info.channels));
    return luminance([red, green, blue]);
  });
  const brightest = (crop: PhotoCropName, part: keyof Brightness) =>
    Math.max(
      ...WRITTEN[crop].map(({ shape, zones }) =>
        brightestCell(info, cropRegion(info, shape, focus[crop]), zones[part], luminances),
      ),
    );
  const of = (crop: PhotoCropName): Brightness => ({
    bar: brightest(crop, 'bar'),
    eyebrow: brightest(crop, 'eyebrow'),
    sentence: brightest(crop, 'sentence'),
  });
  return { full: of('full'), tall: of('tall') };
}

function brightestCell(
  photo: Size,
  shown: ReturnType<typeof cropRegion>,
  [left, top, right, bottom]: Zone,
  luminances: Float64Array,
): number {
  const startX = Math.floor(shown.left + left * shown.width);
  const startY = Math.floor(shown.top + top * shown.height);
  const endX = Math.min(photo.width, Math.ceil(shown.left + right * shown.width));
  const endY = Math.min(photo.height, Math.ceil(shown.top + bottom * shown.height));
  let brightest = 0;
  for (let y = startY; y < endY; y += CELL) {
    for (let x = startX; x < endX; x += CELL) {
      let sum = 0;
      let count = 0;
      for (let dy = 0; dy < CELL && y + dy < endY; dy++) {
        for (let dx = 0; dx < CELL && x + dx < endX; dx++) {
          sum += luminances[(y + dy) * photo.width + x + dx] ?? 0;
          count++;
        }
      }
      brightest = Math.max(brightest, sum / count);
    }
  }
  return brightest;
}

/**
 * The least shade that makes light words legible (WCAG 2.2, 1.4.3).
 *
 * @param ink what the shade is made of, as '#23271f'
 * @param paper the colour of the words
 */
export function shadeFor(
  { bar, eyebrow, sentence }: Brightness,
  { ink, paper }: { ink: string; paper: string },
): Shade {
  const least = (ground: number, wanted: number) => {
    const grey = greyOf(ground);
    for (let shade = LEAST; shade < 1; shade += STEP) {
      if (contrast(paper, multiply(ink, shade, grey)) >= wanted)
        return Math.round(shade * 100) / 100;
    }
    return 1;
  };
  return {
    bar: least(bar, SMALL_WORDS_CONTRAST),
    words: Math.max(least(eyebrow, SMALL_WORDS_CONTRAST), least(sentence, LARGE_WORDS_CONTRAST)),
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
