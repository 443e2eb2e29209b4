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

/** A gallery as sections have it: with script a carousel, without it all its photos. */
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

/** So that a list of 500 does not fill the document for the few who see this. */
const MAX_WITHOUT_SCRIPT = 12;

/** Without script, the photos besides the first stand side by side below it: one JPEG each, for few bytes. */
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
