import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContentError } from '../content/finding.ts';
import { linkOrCopy } from '../folders.ts';
import { cacheKey, makeOnce } from '../make-once.ts';
import { cropRegion } from './crop-region.ts';
import type { PhotoOriginal, PreparePhotosOptions } from './prepare-photos.ts';
import { openPixels, readOriginal, UnreadablePhotoError } from './read-original.ts';
import { describeUnreadable } from './unreadable-photo.ts';

/** Recommended Open Graph size. */
export const CARD = { width: 1200, height: 630 };

/** JPEG, because not every service supports AVIF. */
const JPEG = { quality: 84, mozjpeg: true } as const;
const CARD_FILE = 'card.jpg';

/** The preview image of a shared link. */
export interface SocialCard {
  /** '/photos/champagne-3fa9c1d2-card.jpg' */
  path: string;
  /** Alternative text. */
  alt: string;
}

/**
 * Crops the preview image of a shared link around the focal point of a photo.
 *
 * @throws ContentError when the photo cannot be read
 */
export async function prepareSocialCard(
  { id, file, alt, focus }: PhotoOriginal,
  { outDir, cacheDir, colors }: PreparePhotosOptions,
): Promise<SocialCard> {
  await mkdir(outDir, { recursive: true });
  const bytes = await readFile(file);
  const key = cacheKey(bytes, [CARD, JPEG, focus, colors.page]);
  try {
    const { folder } = await makeOnce(cacheDir, key, async (target) => {
      const original = await readOriginal(bytes, colors.page);
      const card = await openPixels(original)
        .extract(cropRegion(original, CARD.width / CARD.height, focus))
        .resize(CARD.width, CARD.height, { fit: 'fill' })
        .jpeg(JPEG)
        .toBuffer();
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
