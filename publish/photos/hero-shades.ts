import type { PhotoPlaceholder } from '../../site/photo/photo.ts';
import { contrast, mix } from '../contrast.ts';
import { cropRegion, type FocalPoint } from './crop-region.ts';
import { openPixels, type Pixels } from './read-original.ts';

/** Opacity of the black overlay behind each text on a hero photo, 0 to 1. */
type Shades = NonNullable<PhotoPlaceholder['shades']>;

interface TextZone {
  shade: keyof Shades;
  /** The contrast of WCAG 2.2, 1.4.3, plus a margin for pixels brighter than a measured cell. */
  contrast: number;
  /** Aspect ratios (width : height) of the hero that the zone applies to. */
  aspectRatios: number[];
  /** The left, top, right and bottom edge, as fractions of the hero. */
  zone: [left: number, top: number, right: number, bottom: number];
}

const NARROW = [0.85];
const WIDE = [1.5, 2, 2.4];
/** A hero's sentence and the line above it are large (from 24 px), which needs less contrast. */
const TEXT = { shade: 'text', contrast: 3.5 } as const;

/** The text zones of the hero. They must match `site/sections/hero/Hero.module.css`. */
export const TEXT_ZONES: TextZone[] = [
  { shade: 'bar', contrast: 5.1, aspectRatios: [...NARROW, ...WIDE], zone: [0, 0, 1, 0.16] },
  { shade: 'tallBar', contrast: 5.1, aspectRatios: [0.85, 1.1], zone: [0, 0, 1, 0.2] },
  { ...TEXT, aspectRatios: NARROW, zone: [0, 0.5, 0.98, 0.94] },
  { ...TEXT, aspectRatios: WIDE, zone: [0, 0.42, 0.8, 0.94] },
];

/** Measured cells across the photo, each about the size of a letter. */
const CELLS = 120;
/**
 * Shades are rounded up to a coarse step, so that successive photos of a carousel often share one.
 */
const STEP = 0.04;
/** The minimum opacity, also for dark photos. */
const MIN_SHADE_OPACITY = 0.16;

/**
 * Measures a photo behind the texts of a hero.
 *
 * @param focus the focal points of the whole photo and of its tall crop
 * @returns the grey of the brightest cell of each zone, 0 to 255
 */
export async function measureBrightness(
  original: Pixels,
  focus: { full: FocalPoint; tall: FocalPoint },
): Promise<number[]> {
  const { data, info } = await openPixels(original)
    .resize({ width: CELLS })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return TEXT_ZONES.map(({ shade, aspectRatios, zone: [left, top, right, bottom] }) => {
    let brightest = 0;
    for (const aspectRatio of aspectRatios) {
      const point = shade === 'tallBar' ? focus.tall : focus.full;
      const shown = cropRegion(info, aspectRatio, point);
      const firstColumn = Math.floor(shown.left + left * shown.width);
      const endColumn = Math.ceil(shown.left + right * shown.width);
      const endRow = shown.top + bottom * shown.height;
      for (let row = Math.floor(shown.top + top * shown.height); row < endRow; row++) {
        const start = row * info.width;
        const cells = data.subarray(start + firstColumn, start + endColumn);
        brightest = Math.max(brightest, ...cells);
      }
    }
    return brightest;
  });
}

/**
 * The minimum shades that make text in the colour `paper` legible.
 *
 * @param brightness that of each zone (`measureBrightness`)
 */
export function shadesFor(brightness: number[], paper: string): Shades {
  const shades: Shades = {
    bar: MIN_SHADE_OPACITY,
    tallBar: MIN_SHADE_OPACITY,
    text: MIN_SHADE_OPACITY,
  };
  for (const [i, { shade, contrast: required }] of TEXT_ZONES.entries()) {
    const grey = (brightness[i] ?? 255).toString(16).padStart(2, '0');
    const photo = `#${grey.repeat(3)}`;
    let opacity = shades[shade];
    while (opacity < 1 && contrast(paper, mix('#000000', opacity, photo)) < required) {
      opacity = Math.min(1, Math.round((opacity + STEP) * 100) / 100);
    }
    shades[shade] = opacity;
  }
  return shades;
}
