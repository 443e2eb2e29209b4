import { open } from 'node:fs/promises';
import { basename, parse } from 'node:path';
import sharp from 'sharp';
import { type Finding, findingAbout } from '../content/finding.ts';
import { PHONE_ADVICE } from '../content/photo-file.ts';
import { hasPhotoShape } from './read-original.ts';

/** Why a photo cannot be read and what the caterer can do about it. */
export async function describeUnreadable(file: string, error: Error): Promise<Finding> {
  const name = `photos/${basename(file)}`;
  const example = `content/photos/${parse(file).name}.jpg, van 4000 × 3000 beeldpunten`;
  const about = (message: string) => findingAbout('error', name, message, example);
  if (await isHeic(file)) {
    return about(`Dit is een HEIC-foto met een andere naam; verwacht wordt ${PHONE_ADVICE}.`);
  }
  // Read without a limit, only to say how large it is; none for a file that is no picture at all.
  const size = await sharp(file, { limitInputPixels: false, failOn: 'none' })
    .metadata()
    .catch(() => undefined);
  const pixels = `${size?.width} × ${size?.height} beeldpunten`;
  if (size && /pixel limit/i.test(error.message)) {
    return about(`De foto is te groot (${pixels}); 4000 beeldpunten breed is ruim genoeg.`);
  }
  if (size && !hasPhotoShape(size)) {
    return about(
      `De foto is te klein of te smal (${pixels}); verwacht worden minstens 16 beeldpunten per kant, en hoogstens twintig keer zo lang als smal.`,
    );
  }
  return about(
    `Dit bestand is beschadigd of geen foto (${error.message.split('\n')[0]}); kopieer het opnieuw, of bewaar het opnieuw als JPG.`,
  );
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
