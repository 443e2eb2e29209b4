import { open } from 'node:fs/promises';
import { basename, parse } from 'node:path';
import sharp from 'sharp';
import type { ContentProblem } from '../content/content-error.ts';

/** Why a photo cannot be read and what the caterer can do about it. */
export async function describeUnreadable(file: string, error: Error): Promise<ContentProblem> {
  const place = { file: `photos/${basename(file)}` };
  const example = `content/photos/${parse(file).name}.jpg`;
  if (await isHeic(file)) {
    return {
      ...place,
      found: 'een HEIC-foto van een telefoon, met een andere naam',
      expected:
        'een foto als JPG. Op een iPhone: Instellingen > Camera > Structuren > Meest compatibel. ' +
        'Op een computer: open de foto en bewaar hem opnieuw als JPG',
      example,
    };
  }
  if (/pixel limit/i.test(error.message)) {
    const metadata = await sharp(file)
      .metadata()
      .catch(() => undefined);
    return {
      ...place,
      found: `een foto met te veel beeldpunten (${metadata?.width} × ${metadata?.height})`,
      expected: 'hoogstens 268 miljoen beeldpunten; 4000 beeldpunten breed is ruim genoeg',
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
