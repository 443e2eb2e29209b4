/** Makes JPEGs of uploads and small copies of photos, one task a message, until its parent ends it. */
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import sharp, { type Sharp } from 'sharp';
import { replaceFile } from '../../../publish/folders.ts';
import { UPLOAD_LIMITS } from '../../api.ts';
import { decodeHeic, isHeic } from './decode-heic.ts';

export type PhotoTask =
  /** A photo to keep: JPEG, upright, in sRGB, without place and camera. */
  | { kind: 'keep'; input: string; output: string }
  /** The same photo in other widths, as WebP: quick to make, for the desk only. */
  | { kind: 'copies'; input: string; copies: { width: number; output: string }[] };

export type PhotoAnswer = 'ok' | 'too-many-pixels' | 'no-photo' | 'damaged' | 'too-small';

const { photoPixels, photoSide } = UPLOAD_LIMITS;
/** A JPEG is brought down while it is read, so that one of a large camera takes no more memory. */
const JPEG_PIXELS = 4 * photoPixels;
/** What `sharp` calls the formats that a camera, a phone or a picture editor writes. */
const FORMATS = ['jpeg', 'png', 'webp', 'heif', 'tiff'];
const SMALLEST_SIDE = 16;

process.on('message', async (task: PhotoTask) => {
  process.send?.(await (task.kind === 'keep' ? keep(task) : makeCopies(task)));
});
// The desk ended: no one waits for this any more.
process.on('disconnect', () => process.exit());

async function keep({ input, output }: PhotoTask & { kind: 'keep' }): Promise<PhotoAnswer> {
  const bytes = await readFile(input);
  try {
    if (isHeic(bytes)) return await write(await decodeHeic(bytes, photoPixels), output);
    const image = sharp(bytes, { limitInputPixels: JPEG_PIXELS, failOn: 'truncated' });
    const { format, autoOrient, pages = 1 } = await image.metadata();
    if (!FORMATS.includes(format) || pages > 1) return 'no-photo';
    const { width, height } = autoOrient;
    if (width * height > (format === 'jpeg' ? JPEG_PIXELS : photoPixels)) return 'too-many-pixels';
    if (Math.min(width, height) < SMALLEST_SIDE) return 'too-small';
    return await write(image, output);
  } catch (error) {
    if (error instanceof Error && /too-many-pixels|pixel limit/.test(error.message)) {
      return 'too-many-pixels';
    }
    const format = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .then((metadata) => metadata.format)
      .catch(() => '');
    return FORMATS.includes(format) ? 'damaged' : 'no-photo';
  }
}

async function write(image: Sharp, output: string): Promise<'ok'> {
  const kept = await image
    .autoOrient()
    .resize({ width: photoSide, height: photoSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .withIccProfile('srgb')
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
  await replaceFile(output, kept);
  return 'ok';
}

async function makeCopies({ input, copies }: PhotoTask & { kind: 'copies' }): Promise<PhotoAnswer> {
  try {
    for (const { width, output } of copies) {
      const image = sharp(input, { limitInputPixels: JPEG_PIXELS }).autoOrient();
      const copy = await image.resize({ width }).webp({ quality: 78, effort: 1 }).toBuffer();
      await replaceFile(output, copy);
    }
    return 'ok';
  } catch {
    return 'damaged';
  }
}
