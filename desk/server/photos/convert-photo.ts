import sharp from 'sharp';
import { checkPhotoSize, UnreadablePhotoError } from '../../../publish/photos/read-original.ts';
import { RefusedError } from '../../shared/api.ts';
import { isRaw, RAW_MESSAGE } from './raw-photo.ts';

const MAX_PIXELS = 25_000_000;
/**
 * A JPEG may have more pixels, because it is scaled down while it is decoded, without more memory.
 */
const MAX_JPEG_PIXELS = 4 * MAX_PIXELS;
const FORMATS = ['jpeg', 'png', 'webp', 'heif', 'tiff'];

export interface PhotoInput {
  bytes: Buffer;
  /** The most pixels of the long side. */
  side: number;
  quality: number;
  /** Whether the photo is an upload, and not a smaller copy of a photo of the content. */
  isUpload?: boolean;
}

/**
 * Converts a photo to an upright JPEG in sRGB, without its location.
 *
 * @throws RefusedError with publishing's message, for an upload that publishing would refuse
 */
export async function convertPhoto({
  bytes,
  side,
  quality,
  isUpload = false,
}: PhotoInput): Promise<Buffer> {
  const image = await openPhoto(bytes, isUpload);
  return image
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .withIccProfile('srgb')
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

function refuseSize(size: { width: number; height: number }) {
  try {
    checkPhotoSize(size);
  } catch (error) {
    if (error instanceof UnreadablePhotoError) throw new RefusedError(422, error.message);
    throw error;
  }
}

async function openPhoto(bytes: Buffer, isUpload: boolean) {
  if (isRaw(bytes)) throw new RefusedError(422, RAW_MESSAGE);
  const header = sharp(bytes, { limitInputPixels: false });
  const { format, compression, width, height, icc, autoOrient } = await header.metadata();
  if (!FORMATS.includes(format)) throw new Error(`${format} is no photo`);
  const maxPixels = format === 'jpeg' ? MAX_JPEG_PIXELS : MAX_PIXELS;
  if (width * height > maxPixels) {
    const most = `hoogstens ${maxPixels / 1e6} miljoen`;
    const message = `Deze foto heeft te veel beeldpunten: ${most}. Bewaar hem kleiner.`;
    throw new RefusedError(422, message);
  }
  if (isUpload) refuseSize(autoOrient);
  if (compression === 'hevc') return decodeHeic(bytes, icc);
  return sharp(bytes, { failOn: 'truncated' });
}

/** Decodes a HEIC, upright; `sharp` reads only its header. */
async function decodeHeic(bytes: Buffer, profile: Buffer | undefined) {
  const { default: decode } = await import('heic-decode');
  const { data, width, height } = await decode({ buffer: bytes });
  const raw = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  // A larger profile does not fit in one segment of a JPEG.
  if (!profile || profile.length > 65_000) return raw;
  // Without a profile, photos with a wide gamut look dull.
  const jpeg = await raw.jpeg({ quality: 100 }).toBuffer();
  return sharp(addProfile(jpeg, profile));
}

/** Inserts an ICC profile as segment APP2 (ICC.1, annex B.4). */
function addProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const name = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1');
  const head = Buffer.from([0xff, 0xe2, 0, 0]);
  head.writeUInt16BE(2 + name.length + profile.length, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, name, profile, jpeg.subarray(2)]);
}
