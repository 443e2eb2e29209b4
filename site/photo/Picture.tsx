import { type Ref, use } from 'react';
import { RenderDependenciesContext } from '../render/render-dependencies.ts';
import {
  type Photo,
  type PhotoCropName,
  photoSrcSet,
  photoUrl,
  placeholderProperties,
  TALL_MEDIA,
} from './photo.ts';

interface PictureProps {
  photo: Photo;
  /** Layout width of the uncropped photo: '(max-width: 766px) 100vw, 50vw'. */
  sizes: string;
  /** With 'tall', a phone in portrait orientation gets the tall crop. */
  crops?: PhotoCropName[] | undefined;
  /** Whether the photo loads at once, before other photos. Default: lazily. */
  hasPriority?: boolean | undefined;
  /** Whether {@link decodePicture} has loaded the photo already. */
  isDecoded?: boolean | undefined;
  ref?: Ref<HTMLImageElement> | undefined;
  onError?: (() => void) | undefined;
}

/** How the photos of a carousel are displayed. */
export interface PictureOptions {
  /** {@link PictureProps.sizes} of each photo, which depend on its aspect ratio. */
  sizes: (photo: Photo) => string;
  hasPriority?: boolean | undefined;
  crops?: PhotoCropName[] | undefined;
  /** 'contain' shows the whole photo; 'cover', the default, fills the frame. */
  fit?: 'cover' | 'contain';
}

/**
 * A photo as AVIF in a suitable width, with a JPEG fallback.
 *
 * `data-photo` selects the rule with its placeholder colour and focal point. A photo from a
 * carousel's list has no rule, but inline custom properties, which the CSP allows to scripts.
 */
export function Picture(props: PictureProps) {
  const { photo, sizes, crops = ['full'], hasPriority = false, isDecoded = false } = props;
  const { full } = photo;
  const dependencies = use(RenderDependenciesContext);
  dependencies?.photos.add(photo.id);
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
      <source type="image/avif" srcSet={photoSrcSet(photo, 'full')} sizes={sizes} />
      {/* `loading` comes before `src`, because Firefox and Safari start fetching at `src`. */}
      <img
        loading={hasPriority || isDecoded ? 'eager' : 'lazy'}
        fetchPriority={hasPriority ? 'high' : 'auto'}
        decoding={isDecoded ? 'sync' : 'async'}
        alt={photo.alt}
        width={full.width}
        height={full.height}
        src={photoUrl(photo, 'full', full.fallbackWidth, 'jpeg')}
        ref={props.ref}
        data-photo={photo.id}
        data-tall={tall ? true : undefined}
        style={dependencies ? undefined : placeholderProperties(photo.placeholder)}
        onError={props.onError}
      />
    </picture>
  );
}

/**
 * Loads and decodes the file that {@link Picture} will choose in this window: an AVIF, or the JPEG
 * in a browser without AVIF, such as Safari 15.
 *
 * @returns whether it succeeded
 */
export async function decodePicture(
  photo: Photo,
  { sizes, crops = ['full'] }: PictureOptions,
): Promise<boolean> {
  const hasTall = crops.includes('tall') && photo.tall !== undefined;
  const isTall = hasTall && matchMedia(TALL_MEDIA).matches;
  const source = document.createElement('source');
  source.type = 'image/avif';
  source.sizes = isTall ? '100vw' : sizes(photo);
  source.srcset = photoSrcSet(photo, isTall ? 'tall' : 'full');
  const image = new Image();
  const picture = document.createElement('picture');
  picture.hidden = true;
  picture.append(source, image);
  // Chromium never frees a detached image that has a `srcset`.
  document.body.append(picture);
  image.src = photoUrl(photo, 'full', photo.full.fallbackWidth, 'jpeg');
  const isDecoded = await image.decode().then(
    () => true,
    () => false,
  );
  picture.remove();
  return isDecoded;
}
