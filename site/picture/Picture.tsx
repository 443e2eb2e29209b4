import type { SyntheticEvent } from 'react';
import {
  PHOTO_FORMATS,
  type Photo,
  type PhotoCropName,
  photoSrcSet,
  photoUrl,
  photoWidths,
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
  className?: string | undefined;
  onError?: ((event: SyntheticEvent<HTMLImageElement>) => void) | undefined;
}

/**
 * A photo in the newest format and the width that this screen needs.
 *
 * `data-photo` selects the colour that stands in its place until it is there, and the point a
 * narrow frame keeps in sight (`photoColorsCss` in `publish/photos/`).
 */
export function Picture(props: PictureProps) {
  const { photo, sizes, crops = ['full'], priority = false, className, onError } = props;
  const { width, height } = photo.full;
  const isHero = crops.includes('tall');
  return (
    <picture>
      {isHero &&
        photo.tall &&
        PHOTO_FORMATS.map((format) => (
          <source
            key={format}
            type={`image/${format}`}
            media={TALL_MEDIA}
            srcSet={photoSrcSet(photo, 'tall', format)}
            sizes="100vw"
            width={photo.tall?.width}
            height={photo.tall?.height}
          />
        ))}
      {PHOTO_FORMATS.filter((format) => format !== 'jpeg').map((format) => (
        <source
          key={format}
          type={`image/${format}`}
          srcSet={photoSrcSet(photo, 'full', format)}
          sizes={sizes}
        />
      ))}
      {/* loading before src: Firefox and Safari start fetching as soon as they are given the source. */}
      <img
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding="async"
        alt={photo.alt}
        width={width}
        height={height}
        sizes={sizes}
        srcSet={photoSrcSet(photo, 'full', 'jpeg')}
        src={photoUrl(photo, 'full', photoWidths(photo, 'full', 'jpeg').at(-1) ?? width, 'jpeg')}
        className={className}
        data-photo={photo.id}
        data-tall={isHero && photo.tall ? true : undefined}
        onError={onError}
      />
    </picture>
  );
}
