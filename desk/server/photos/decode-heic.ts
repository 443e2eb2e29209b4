import sharp, { type Sharp } from 'sharp';

/** Detects HEIC by its first bytes, because programs rename photos of a phone. */
export function isHeic(bytes: Uint8Array): boolean {
  return /^ftyp(?:hei[cmsx]|hev[cmsx])/.test(Buffer.from(bytes.subarray(4, 12)).toString('latin1'));
}

/**
 * Decodes a HEIC of an iPhone, upright; `sharp` comes without a decoder for it.
 *
 * @param checkSize is called before the pixels are decoded
 */
export async function decodeHeic(
  bytes: Buffer,
  checkSize: (size: { width: number; height: number }) => void,
): Promise<Sharp> {
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');
  const [image] = new libheif.HeifDecoder().decode(bytes);
  if (!image) throw new Error('no picture');
  const [width, height] = [image.get_width(), image.get_height()];
  checkSize({ width, height });
  const data = await new Promise<Uint8ClampedArray>((resolve, reject) => {
    image.display({ data: new Uint8ClampedArray(width * height * 4), width, height }, (decoded) =>
      decoded ? resolve(decoded.data) : reject(new Error('cannot be decoded')),
    );
  });
  const raw = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  const profile = readColorProfile(bytes);
  // The decoder does not convert colours: without the profile, wide gamut photos would look dull.
  return profile ? sharp(addProfile(await raw.jpeg({ quality: 100 }).toBuffer(), profile)) : raw;
}

/** The ICC profile in a HEIC: the content of its 'colr' box of type 'prof'. */
function readColorProfile(bytes: Buffer): Buffer | undefined {
  const at = bytes.indexOf('colrprof');
  if (at < 4) return undefined;
  const length = bytes.readUInt32BE(at - 4);
  const profile = bytes.subarray(at + 8, at - 4 + length);
  // It must fit into one segment of a JPEG.
  return profile.length > 128 && profile.length < 65_000 ? profile : undefined;
}

/** Inserts an ICC profile as segment APP2 after the first marker of a JPEG (ICC.1, annex B.4). */
function addProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const name = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1');
  const head = Buffer.from([0xff, 0xe2, 0, 0]);
  head.writeUInt16BE(2 + name.length + profile.length, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, name, profile, jpeg.subarray(2)]);
}
