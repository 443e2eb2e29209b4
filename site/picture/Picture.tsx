import { use } from 'react';
import { PageUseContext } from '../page-use.ts';
import {
  type Photo,
  type PhotoCropName,
  photoSrcSet,
  photoUrl,
  placeholderProperties,
  TALL_MEDIA,
} from './photo.ts';

export interface PictureProps {
  photo: Photo;
  /** How wide the whole photo stands in the layout, as `sizes` wants it: '(max-width: 766px) 100vw, 50vw'. */
  sizes: string;
  /**
   * With 'tall' the picture is a full-bleed hero: an upright phone gets the tall crop, every other
   * window the whole photo.
   */
  crops?: PhotoCropName[] | undefined;
  /** The first thing seen: loaded at once and before other pictures. Otherwise loaded when near. */
  priority?: boolean | undefined;
  /** {@link decodePicture} has loaded it: it is painted in the frame in which it comes. */
  decoded?: boolean | undefined;
  className?: string | undefined;
  onError?: (() => void) | undefined;
}

/** How the photos of a carousel stand on the page. */
export interface PictureOptions {
  /** As {@link PictureProps.sizes}; depends on a photo's shape. */
  sizes: (photo: Photo) => string;
  /** The first of them is the largest thing on the screen. */
  priority?: boolean | undefined;
  crops?: PhotoCropName[] | undefined;
  /** 'contain' shows the whole photo; 'cover', the default, fills the frame. */
  fit?: 'cover' | 'contain';
}

/**
 * A photo as AVIF in the width that this screen needs, or as JPEG where AVIF is not known.
 *
 * `data-photo` selects the colour that stands in its place until it is there, and the point a
 * narrow frame keeps in sight (`photoColorsCss` in `publish/photos/`). One from a carousel's list has no
 * rule there and brings both along, which a policy allows to scripts (`styles/base.css`).
 */
export function Picture(props: PictureProps) {
  const { photo, sizes, crops = ['full'], priority = false, decoded = false } = props;
  const { full } = photo;
  use(PageUseContext)?.photos.add(photo.id);
  const tall = crops.includes('tall') ? photo.tall : undefined;
  return (
    <picture>
      {tall && (
        <source
          type="image/avif"
          media={TALL_MEDIA}
          srcSet={photoSrcSet(photo, 'tall')}
          sizes="100vw"
          width={tall.width}
          height={tall.height}
        />
      )}
      {tall && (
        <source
          media={TALL_MEDIA}
          srcSet={`${photoUrl(photo, 'tall', tall.fallbackWidth, 'jpeg')} ${tall.fallbackWidth}w`}
          sizes="100vw"
          width={tall.width}
          height={tall.height}
        />
      )}
      <source type="image/avif" srcSet={photoSrcSet(photo, 'full')} sizes={sizes} />
      {/* loading before src: Firefox and Safari start fetching as soon as they are given the source. */}
      <img
        loading={priority || decoded ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding={decoded ? 'sync' : 'async'}
        alt={photo.alt}
        width={full.width}
        height={full.height}
        src={photoUrl(photo, 'full', full.fallbackWidth, 'jpeg')}
        className={props.className}
        data-photo={photo.id}
        data-tall={tall ? true : undefined}
        style={placeholderProperties(photo)}
        onError={props.onError}
      />
    </picture>
  );
}

/**
 * Loads and decodes the file that {@link Picture} will choose in this window, so that showing it
 * leaves no blank.
 *
 * @returns once that is done, or has failed
 */
export async function decodePicture(
  photo: Photo,
  { sizes, crops = ['full'] }: PictureOptions,
): Promise<void> {
  const isTall = crops.includes('tall') && photo.tall && matchMedia(TALL_MEDIA).matches;
  const image = new Image();
  image.sizes = isTall ? '100vw' : sizes(photo);
  image.srcset = photoSrcSet(photo, isTall ? 'tall' : 'full');
  image.hidden = true;
  // In the document, because Chromium never frees a detached image that has a `srcset`.
  document.body.append(image);
  await image.decode().catch(() => undefined);
  image.remove();
}
