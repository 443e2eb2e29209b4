import sharp from 'sharp';
import { RefusalError } from '../refusal.ts';

const MAX_PIXELS = 25_000_000;
/** Scaled down while it is decoded, which takes no more memory. */
const MAX_JPEG_PIXELS = 4 * MAX_PIXELS;
const FORMATS = ['jpeg', 'png', 'webp', 'heif', 'tiff'];

export interface PhotoInput {
  bytes: Buffer;
  /** Most pixels on the long side. */
  side: number;
  quality: number;
}

/** Converts a photo to a JPEG, upright, in sRGB, without location and camera. */
export async function convertPhoto({ bytes, side, quality }: PhotoInput): Promise<Buffer> {
  // By its first bytes: its name may be wrong.
  const isHeic = /^ftyp(?:hei[cmsx]|hev[cmsx])/.test(bytes.toString('latin1', 4, 12));
  const image = isHeic ? await decodeHeic(bytes) : await openPhoto(bytes);
  return image
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .withIccProfile('srgb')
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

async function openPhoto(bytes: Buffer) {
  const header = sharp(bytes, { limitInputPixels: false });
  const { format, width, height } = await header.metadata();
  if (!FORMATS.includes(format)) throw new Error(`${format} is no photo`);
  assertSize(width * height, format === 'jpeg' ? MAX_JPEG_PIXELS : MAX_PIXELS);
  return sharp(bytes, { failOn: 'truncated' });
}

/** Decodes a HEIC, upright; `sharp` cannot. */
async function decodeHeic(bytes: Buffer) {
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');
  const [image] = new libheif.HeifDecoder().decode(bytes);
  if (!image) throw new Error('no picture');
  const [width, height] = [image.get_width(), image.get_height()];
  assertSize(width * height, MAX_PIXELS);
  const data = new Uint8ClampedArray(width * height * 4);
  const decoded = await new Promise((resolve) => {
    image.display({ data, width, height }, resolve);
  });
  if (!decoded) throw new Error('cannot be decoded');
  const raw = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  const profile = readColorProfile(bytes);
  if (!profile) return raw;
  // Without it, photos with a wide gamut look dull.
  const jpeg = await raw.jpeg({ quality: 100 }).toBuffer();
  return sharp(addProfile(jpeg, profile));
}

function assertSize(pixels: number, maxPixels: number) {
  if (pixels <= maxPixels) return;
  const most = `hoogstens ${MAX_PIXELS / 1e6} miljoen`;
  const message = `Deze foto heeft te veel beeldpunten: ${most}. Bewaar hem kleiner.`;
  throw new RefusalError(422, message);
}

/** The ICC profile of a HEIC: its 'colr' box of type 'prof'. */
function readColorProfile(bytes: Buffer) {
  const at = bytes.indexOf('colrprof');
  if (at < 4) return undefined;
  const start = at - 4;
  const end = start + bytes.readUInt32BE(start);
  const profile = bytes.subarray(at + 'colrprof'.length, end);
  // One segment of a JPEG holds no more.
  return profile.length > 128 && profile.length < 65_000 ? profile : undefined;
}

/** Inserts an ICC profile in segment APP2, after the first marker (ICC.1, annex B.4). */
function addProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const name = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1');
  const head = Buffer.from([0xff, 0xe2, 0, 0]);
  head.writeUInt16BE(2 + name.length + profile.length, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, name, profile, jpeg.subarray(2)]);
}
