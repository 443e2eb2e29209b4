import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContentError } from '../content/finding.ts';
import { linkOrCopy } from '../keep-content.ts';
import { cacheKey, makeOnce } from '../make-once.ts';
import { cropRegion } from './crop-region.ts';
import type { PhotoOriginal, PreparePhotosOptions } from './prepare-photos.ts';
import { openPixels, readOriginal, UnreadablePhotoError } from './read-original.ts';
import { describeUnreadable } from './unreadable-photo.ts';

/** Open Graph's size: what every service crops least. */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

const JPEG = { quality: 84, mozjpeg: true } as const;
const CARD_FILE = 'card.jpg';

/** The picture that stands beside a shared link. */
export interface SocialCard {
  /** '/photos/champagne-3fa9c1d2-card.jpg' */
  path: string;
  /** What its photo shows. */
  alt: string;
}

/**
 * Makes the picture that stands beside a shared link: a JPEG, cut from a photo around its focal
 * point. JPEG, as not every service reads AVIF.
 *
 * @throws ContentError when the photo cannot be read
 */
export async function prepareSocialCard(
  { id, file, alt, focus }: PhotoOriginal,
  { outDir, cacheDir }: PreparePhotosOptions,
): Promise<SocialCard> {
  await mkdir(outDir, { recursive: true });
  const bytes = await readFile(file);
  const key = cacheKey(bytes, { card: [CARD_WIDTH, CARD_HEIGHT], JPEG, focus });
  try {
    const { folder } = await makeOnce(cacheDir, key, async (target) => {
      const card = await cutCard(bytes, focus);
      await writeFile(join(target, CARD_FILE), card, { flush: true });
      return {};
    });
    const name = `${id}-${key.slice(0, 8)}-${CARD_FILE}`;
    await linkOrCopy(join(folder, CARD_FILE), join(outDir, name));
    return { path: `/photos/${name}`, alt };
  } catch (error) {
    if (!(error instanceof UnreadablePhotoError)) throw error;
    throw new ContentError([await describeUnreadable(file, error)]);
  }
}

async function cutCard(bytes: Uint8Array, focus: [number, number]): Promise<Buffer> {
  const original = await readOriginal(bytes);
  return openPixels(original)
    .extract(cropRegion(original, CARD_WIDTH / CARD_HEIGHT, focus))
    .resize(CARD_WIDTH, CARD_HEIGHT, { fit: 'fill' })
    .jpeg(JPEG)
    .toBuffer();
}
