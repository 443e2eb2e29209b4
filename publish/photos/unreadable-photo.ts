import { open } from 'node:fs/promises';
import { basename, parse } from 'node:path';
import sharp from 'sharp';
import type { ContentProblem } from '../content/content-error.ts';
import { PHONE_ADVICE } from '../content/photo-file.ts';
import { hasPhotoShape } from './read-original.ts';

/** Why a photo cannot be read and what the caterer can do about it. */
export async function describeUnreadable(file: string, error: Error): Promise<ContentProblem> {
  const place = { file: `photos/${basename(file)}` };
  const example = `content/photos/${parse(file).name}.jpg`;
  if (await isHeic(file)) {
    return {
      ...place,
      found: 'een HEIC-foto van een telefoon, met een andere naam',
      expected: PHONE_ADVICE,
      example,
    };
  }
  // Read without a limit, only to say how large it is; none for a file that is no picture at all.
  const size = await sharp(file, { limitInputPixels: false, failOn: 'none' })
    .metadata()
    .catch(() => undefined);
  if (size && /pixel limit/i.test(error.message)) {
    return {
      ...place,
      found: `een foto met te veel beeldpunten (${size.width} × ${size.height})`,
      expected: 'hoogstens 268 miljoen beeldpunten; 4000 beeldpunten breed is ruim genoeg',
      example: `${example}, van 4000 × 3000 beeldpunten`,
    };
  }
  if (size && !hasPhotoShape(size)) {
    return {
      ...place,
      found: `een foto van ${size.width} × ${size.height} beeldpunten`,
      expected:
        'een foto van minstens 16 beeldpunten breed en hoog, en hoogstens twintig keer zo lang als ' +
        'smal; vanaf 1280 beeldpunten breed is hij scherp',
      example: `${example}, van 4000 × 3000 beeldpunten`,
    };
  }
  return {
    ...place,
    found: `dit bestand is beschadigd of geen foto (${error.message.split('\n')[0]})`,
    expected:
      'een foto als JPG, PNG, WebP, TIFF of AVIF. Kopieer hem opnieuw van camera of telefoon, of ' +
      'open hem op een computer en bewaar hem opnieuw als JPG',
    example,
  };
}

/** By its first bytes: phones and mail programs rename HEIC to '.jpg' without changing it. */
async function isHeic(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(12), 0, 12, 0);
    return /ftyp(hei[cmsx]|hev[cx]|mif1)/.test(buffer.toString('latin1', 0, bytesRead));
  } finally {
    await handle.close();
  }
}
