import { basename } from 'node:path';
import sharp from 'sharp';
import type { ContentProblem } from '../content/content-error.ts';

/** Why a photo cannot be read and what the caterer can do about it. */
export async function describeUnreadable(file: string, error: Error): Promise<ContentProblem> {
  const place = { file: `photos/${basename(file)}` };
  const metadata = await sharp(file)
    .metadata()
    .catch(() => undefined);
  if (metadata?.format === 'heif' && metadata.compression !== 'av1') {
    return {
      ...place,
      found: 'een HEIC-foto van een telefoon, met een andere naam',
      expected:
        'een foto als JPG. Op een iPhone: Instellingen > Camera > Structuren > Meest compatibel. ' +
        'Op een computer: open de foto en bewaar hem opnieuw als JPG',
    };
  }
  if (/pixel limit/i.test(error.message)) {
    return {
      ...place,
      found: `een foto met te veel beeldpunten (${metadata?.width} × ${metadata?.height})`,
      expected: 'hoogstens 268 miljoen beeldpunten; 4000 beeldpunten breed is ruim genoeg',
    };
  }
  return {
    ...place,
    found: `dit bestand is beschadigd of geen foto (${error.message.split('\n')[0]})`,
    expected:
      'een foto als JPG, PNG, WebP, TIFF of AVIF. Kopieer hem opnieuw van camera of telefoon, of ' +
      'open hem op een computer en bewaar hem opnieuw als JPG',
  };
}
