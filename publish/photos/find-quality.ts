import sharp from 'sharp';
import type { PhotoFormat } from '../../site/picture/photo.ts';
import { type Encoded, encodePixels } from './encode-pixels.ts';
import { FORMAT_PLANS } from './photo-variants.ts';
import { type Pixels, toPixels } from './pixels.ts';
import { takeSample } from './sample.ts';
import { scorePhoto } from './score-photo.ts';

const MAX_SCORED = 3;
/** A score this near its target needs no further step. */
const TOLERANCE = 1;
/** From a score this near its target the last step is right without another look. */
const TRUSTED_REACH = 4;
/**
 * The whole scores less than a sample of it, by about this much for each time it is twice as large:
 * 2.9 ± 1.1 at 1280 × 800 and 4.6 ± 0.6 at 1920 × 1080, for samples of {@link takeSample}.
 */
const LOSS_PER_DOUBLING = 1;

export interface FoundQuality {
  quality: number;
  /** The last try, at this quality or near it. */
  tried: Encoded;
}

interface Search {
  format: PhotoFormat;
  firstQuality: number;
  /** The width whose score shall reach the target; a sample scores the same at either. */
  judgedAt: number;
  /** A heavier try that still falls short ends the search: its budget will decide. Default: none. */
  maxBytes?: number | undefined;
}

/**
 * The quality at which a whole picture, as it is encoded, comes nearest to its format's target.
 *
 * @param pixels that picture, at the width it is judged at or a smaller one, which takes less time
 */
export async function findQuality(pixels: Pixels, search: Search): Promise<FoundQuality> {
  const { format, firstQuality, judgedAt, maxBytes = Number.POSITIVE_INFINITY } = search;
  const { targetScore, scorePerStep, minQuality, maxQuality } = FORMAT_PLANS[format];
  const reference = takeSample(pixels);
  const judgedArea = area(pixels) * (judgedAt / pixels.width) ** 2;
  const loss = LOSS_PER_DOUBLING * Math.log2(judgedArea / area(reference));
  let quality = firstQuality;
  let slope: number = scorePerStep;
  let last: { quality: number; score: number } | undefined;
  for (let scored = 1; ; scored++) {
    const tried = await encodePixels(pixels, format, quality);
    const decoded = await toPixels(sharp(tried.bytes));
    const score = scorePhoto(reference, takeSample(decoded)) - loss;
    if (last) slope = measuredSlope(last, { quality, score }) ?? slope;
    const missing = targetScore - score;
    if (Math.abs(missing) <= TOLERANCE) return { quality, tried };
    const step = Math.round(missing / slope);
    const next = Math.min(Math.max(quality + step, minQuality), maxQuality);
    const isDecided = Math.abs(missing) <= TRUSTED_REACH || next === quality;
    const isTooHeavy = missing > 0 && tried.bytes.length > maxBytes;
    if (isDecided || isTooHeavy || scored === MAX_SCORED) return { quality: next, tried };
    last = { quality, score };
    quality = next;
  }
}

/** Of two tries; undefined when noise is all that sets them apart. */
function measuredSlope(
  a: { quality: number; score: number },
  b: { quality: number; score: number },
): number | undefined {
  const slope = (a.score - b.score) / (a.quality - b.quality);
  return slope > 0.1 ? slope : undefined;
}

function area({ width, height }: Pixels): number {
  return width * height;
}
