import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { replaceFile } from '../../../publish/folders.ts';
import { RefusalError } from '../refusal.ts';
import { decodeHeic, isHeic } from './decode-heic.ts';

const MAX_PIXELS = 25_000_000;
/** A JPEG is scaled down while it is decoded, so that a larger one takes no more memory. */
const MAX_JPEG_PIXELS = 4 * MAX_PIXELS;
const MIN_SIDE = 16;
/** Photos are stored with at most this many pixels on the long side. */
export const STORED_SIDE = 3840;
/** What `sharp` calls the formats of cameras, phones and picture editors. */
const FORMATS = ['jpeg', 'png', 'webp', 'heif', 'tiff'];

const REFUSALS = {
  pixels: `Deze foto heeft te veel beeldpunten: hoogstens ${MAX_PIXELS / 1e6} miljoen. Bewaar hem kleiner: 4000 beeldpunten breed is ruim genoeg.`,
  small: 'Deze foto is te klein: neem er een van minstens 1280 beeldpunten breed.',
  format: 'Dit is geen foto die we kennen. Neem een JPEG, PNG, WebP, AVIF of HEIC.',
  damaged: 'Deze foto is beschadigd. Kopieer hem opnieuw van je telefoon of camera.',
};
const refusal = (reason: keyof typeof REFUSALS) => new RefusalError(422, REFUSALS[reason]);

interface Files {
  input: string;
  output: string;
}

/** @throws RefusalError 422 in Dutch */
export async function convertPhoto({ input, output }: Files): Promise<void> {
  const bytes = await readFile(input);
  const image = isHeic(bytes)
    ? await decodeHeic(bytes, ({ width, height }) => assertSize(width * height, MAX_PIXELS)).catch(
        refuseDamaged,
      )
    : await openPhoto(bytes);
  const jpeg = await image
    .autoOrient()
    .resize({ width: STORED_SIDE, height: STORED_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .withIccProfile('srgb')
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer()
    .catch(refuseDamaged);
  await replaceFile(output, jpeg);
}

export async function copyPhoto({ input, output, width }: Files & { width: number }) {
  const image = sharp(input, { limitInputPixels: MAX_JPEG_PIXELS }).autoOrient().resize({ width });
  await replaceFile(output, await image.webp({ quality: 78, effort: 1 }).toBuffer());
}

async function openPhoto(bytes: Buffer): Promise<Sharp> {
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!metadata || !FORMATS.includes(metadata.format) || (metadata.pages ?? 1) > 1) {
    throw refusal('format');
  }
  const { width, height } = metadata;
  assertSize(width * height, metadata.format === 'jpeg' ? MAX_JPEG_PIXELS : MAX_PIXELS);
  if (Math.min(width, height) < MIN_SIDE) throw refusal('small');
  return sharp(bytes, { limitInputPixels: MAX_JPEG_PIXELS, failOn: 'truncated' });
}

function assertSize(pixels: number, maxPixels: number): void {
  if (pixels > maxPixels) throw refusal('pixels');
}

function refuseDamaged(error: unknown): never {
  throw error instanceof RefusalError ? error : refusal('damaged');
}
