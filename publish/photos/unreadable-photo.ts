import { open } from 'node:fs/promises';
import { basename, parse } from 'node:path';
import sharp from 'sharp';
import { type Finding, findingAbout } from '../content/finding.ts';
import { PHONE_ADVICE } from '../content/photo-file.ts';
import { hasPhotoShape } from './read-original.ts';

/** Explains why a photo cannot be read and how the caterer can fix it. */
export async function describeUnreadable(file: string, error: Error): Promise<Finding> {
  const name = `photos/${basename(file)}`;
  const example = `content/photos/${parse(file).name}.jpg, van 4000 × 3000 beeldpunten`;
  const about = (message: string) => findingAbout('error', name, message, example);
  if (await isHeic(file)) {
    return about(`Dit is een HEIC-foto met een andere naam; verwacht wordt ${PHONE_ADVICE}.`);
  }
  // Read without a pixel limit to report the size; undefined for a file that is not an image.
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

/** Detects HEIC by its first bytes, because phones and mail programs rename it to '.jpg'. */
async function isHeic(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(12), 0, 12, 0);
    return /ftyp(hei[cmsx]|hev[cx]|mif1)/.test(buffer.toString('latin1', 0, bytesRead));
  } finally {
    await handle.close();
  }
}
