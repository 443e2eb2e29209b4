/**
 * A process of its own that makes a photo of what the owner dropped: a file that is made to harm
 * takes this process down, not the desk. Ends with a word on stdout: 'ok', or why not.
 *
 *     node decode-photo.ts <input> <output.jpg>
 */
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import sharp, { type Sharp } from 'sharp';
import { PAGE_COLOR } from '../../../publish/photos/read-original.ts';
import { UPLOAD_LIMITS } from '../../api.ts';
import { decodeHeic, isHeic } from './decode-heic.ts';

/** Why an upload is no photo for the site; `photo-refusals.ts` says it in Dutch. */
export type PhotoRefusal = 'too-many-pixels' | 'no-photo' | 'damaged' | 'too-small';

const { photoPixels, photoSide } = UPLOAD_LIMITS;
/** What `sharp` calls the formats that a camera, a phone, or a picture editor writes. */
const FORMATS = ['jpeg', 'png', 'webp', 'heif', 'tiff'];
const SMALLEST_SIDE = 16;

const [, , input = '', output = ''] = process.argv;
process.stdout.write(await decode(await readFile(input), output));

async function decode(bytes: Buffer, file: string): Promise<PhotoRefusal | 'ok'> {
  try {
    if (isHeic(bytes))
      return await decodeHeic(bytes, photoPixels).then((image) => keep(image, file));
    const {
      format,
      autoOrient,
      pages = 1,
    } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (!FORMATS.includes(format) || pages > 1) return 'no-photo';
    const { width, height } = autoOrient;
    if (width * height > photoPixels) return 'too-many-pixels';
    if (Math.min(width, height) < SMALLEST_SIDE) return 'too-small';
    return await keep(sharp(bytes, { limitInputPixels: photoPixels, failOn: 'truncated' }), file);
  } catch (error) {
    if (error instanceof Error && error.message === 'too-many-pixels') return 'too-many-pixels';
    const isPicture = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .then(
        ({ format }) => FORMATS.includes(format),
        () => false,
      );
    return isPicture ? 'damaged' : 'no-photo';
  }
}

/** Upright, in sRGB, opaque, without place and camera, as large as the site can use it. */
async function keep(image: Sharp, file: string): Promise<'ok'> {
  const kept = await image
    .autoOrient()
    .resize({ width: photoSide, height: photoSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: PAGE_COLOR })
    .toColourspace('srgb')
    .withIccProfile('srgb')
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
  await writeFile(file, kept, { flush: true });
  return 'ok';
}
