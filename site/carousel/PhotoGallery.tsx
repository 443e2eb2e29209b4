import type { PageContext } from '../document/page-context.ts';
import { type Photo, photoUrl } from '../photo/photo.ts';
import { Island } from '../render/Island.tsx';
import { carouselLabels } from './Carousel.tsx';
import Gallery, { type GalleryProps } from './Gallery.tsx';
import styles from './PhotoGallery.module.css';

type PhotoGalleryProps = Omit<GalleryProps, 'photos' | 'labels'> & {
  page: PageContext;
  photos: Photo[];
  /** Index of the first photo shown. Default 0. */
  startIndex?: number;
};

/** How many photos a page shows without scripts, which limits the size of the document. */
const MAX_WITHOUT_SCRIPT = 12;

/** A gallery. Without scripts, its other photos follow the first one, as JPEGs. */
export function PhotoGallery({ page, photos, startIndex, ...options }: PhotoGalleryProps) {
  const list = page.photoList(photos, startIndex);
  const labels = carouselLabels(page.messages);
  const others = photos.filter((_, index) => index !== list.start);
  return (
    <>
      <Island name="Gallery" component={Gallery} props={{ photos: list, labels, ...options }} />
      {others.length > 0 && (
        <noscript>
          <ul className={styles.photos}>
            {others.slice(0, MAX_WITHOUT_SCRIPT).map((photo) => (
              <li key={photo.id}>
                <img
                  loading="lazy"
                  alt={photo.alt}
                  width={photo.full.width}
                  height={photo.full.height}
                  src={photoUrl(photo, 'full', photo.full.fallbackWidth, 'jpeg')}
                />
              </li>
            ))}
          </ul>
        </noscript>
      )}
    </>
  );
}
