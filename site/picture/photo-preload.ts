import type { PhotoPreload } from '../document.ts';
import { heroSizes, type Photo, photoSrcSet, TALL_MEDIA } from './photo.ts';

/**
 * What the head asks for, so that the first hero picture loads before styles and scripts are read.
 * Each entry names what the hero's `<picture>` chooses in that window. Only AVIF: a browser without
 * it skips the entry by its type, and fetches the picture once it reads the markup.
 */
export function heroPreload(photo: Photo): PhotoPreload[] {
  const type = 'image/avif';
  const full = { imageSrcSet: photoSrcSet(photo, 'full'), imageSizes: heroSizes(photo) };
  if (!photo.tall) return [{ ...full, type }];
  return [
    {
      imageSrcSet: photoSrcSet(photo, 'tall'),
      imageSizes: '100vw',
      type,
      media: TALL_MEDIA,
    },
    { ...full, type, media: `not all and ${TALL_MEDIA}` },
  ];
}
