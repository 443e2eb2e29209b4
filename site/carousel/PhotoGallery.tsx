import { Island } from '../island.tsx';
import type { PageContext } from '../page-context.ts';
import { type Photo, photoUrl } from '../picture/photo.ts';
import { carouselLabels } from './CarouselFrame.tsx';
import Gallery, { type GalleryProps } from './Gallery.tsx';
import styles from './PhotoGallery.module.css';

type PhotoGalleryProps = Omit<GalleryProps, 'photos' | 'labels'> & {
  page: PageContext;
  photos: Photo[];
};

/** The gallery of a section: a carousel with scripts, a list of photos without. */
export function PhotoGallery({ page, photos, ...options }: PhotoGalleryProps) {
  const { startIndex = 0 } = options;
  const list = page.photoList(photos, startIndex);
  const labels = carouselLabels(page.messages);
  return (
    <>
      <Island name="Gallery" component={Gallery} props={{ photos: list, labels, ...options }} />
      <PhotosWithoutScript
        photos={photos.filter((photo) => photo !== photos.at(startIndex % photos.length))}
      />
    </>
  );
}

/** Limits the size of the document when a list has hundreds of photos. */
const MAX_WITHOUT_SCRIPT = 12;

/** Without scripts, the other photos follow the first one, as one JPEG each. */
function PhotosWithoutScript({ photos }: { photos: Photo[] }) {
  const others = photos.slice(0, MAX_WITHOUT_SCRIPT);
  if (others.length === 0) return null;
  return (
    <noscript>
      <ul className={styles.pictures}>
        {others.map((photo) => (
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
  );
}
