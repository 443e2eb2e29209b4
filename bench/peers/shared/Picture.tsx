import type { Photo } from './content.ts';

/** Where a hero shows the upright crop. */
export const TALL_MEDIA = '(max-width: 575.98px) and (orientation: portrait)';

export function Picture({ photo, isFirst = false }: { photo: Photo; isFirst?: boolean }) {
  return (
    <picture>
      {photo.tall && (
        <source type="image/avif" media={TALL_MEDIA} srcSet={photo.tall} sizes="100vw" />
      )}
      <source type="image/avif" srcSet={photo.srcSet} sizes={photo.sizes} />
      <img
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        alt={photo.alt}
        width={photo.width}
        height={photo.height}
        src={photo.src}
      />
    </picture>
  );
}
