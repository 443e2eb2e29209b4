import sharp, { type Sharp } from 'sharp';

/** By its first bytes: programs rename photos of a phone without changing them. */
export function isHeic(bytes: Uint8Array): boolean {
  return /^ftyp(?:hei[cmsx]|hev[cmsx])/.test(Buffer.from(bytes.subarray(4, 12)).toString('latin1'));
}

/**
 * Decodes a HEIC, as iPhones write it, upright: its rotation is in the file beside the EXIF,
 * and is done here. (`sharp` comes without a decoder for it.)
 *
 * @throws Error 'too-many-pixels' before anything is decoded
 */
export async function decodeHeic(bytes: Buffer, maxPixels: number): Promise<Sharp> {
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');
  const [image] = new libheif.HeifDecoder().decode(bytes);
  if (!image) throw new Error('no picture');
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > maxPixels) throw new Error('too-many-pixels');
  const data = await new Promise<Uint8ClampedArray>((resolve, reject) => {
    image.display({ data: new Uint8ClampedArray(width * height * 4), width, height }, (shown) =>
      shown ? resolve(shown.data) : reject(new Error('cannot be decoded')),
    );
  });
  const raw = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  const profile = colorProfileOf(bytes);
  // The decoder does not convert colours; without the profile of the file a phone's wide
  // colours would come out dull.
  return profile ? sharp(withProfile(await raw.jpeg({ quality: 100 }).toBuffer(), profile)) : raw;
}

/** The ICC profile in a HEIC: the content of its 'colr' box of type 'prof'. */
function colorProfileOf(bytes: Buffer): Buffer | undefined {
  const at = bytes.indexOf('colrprof');
  if (at < 4) return undefined;
  const length = bytes.readUInt32BE(at - 4);
  const profile = bytes.subarray(at + 8, at - 4 + length);
  // One segment of a JPEG holds so much.
  return profile.length > 128 && profile.length < 65_000 ? profile : undefined;
}

/** A JPEG with an ICC profile, as segment APP2 behind its first marker (ICC.1, annex B.4). */
function withProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const name = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1');
  const head = Buffer.from([0xff, 0xe2, 0, 0]);
  head.writeUInt16BE(2 + name.length + profile.length, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, name, profile, jpeg.subarray(2)]);
}
