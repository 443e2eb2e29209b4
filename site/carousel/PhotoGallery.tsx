import { Island } from '../island.tsx';
import type { PageContext } from '../page-context.ts';
import { gallerySizes, type Photo } from '../picture/photo.ts';
import { stepFrom } from './carousel-state.ts';
import { carouselWords } from './carousel-words.tsx';
import Gallery, { type GalleryProps, SQUARE } from './Gallery.tsx';
import { PicturesWithoutScript } from './PicturesWithoutScript.tsx';

type PhotoGalleryProps = Omit<GalleryProps, 'photos' | 'words' | 'onIndexChange'> & {
  page: PageContext;
  photos: Photo[];
};

/** A gallery as sections have it: with script a carousel, without it all its photos. */
export function PhotoGallery({ page, photos, ...options }: PhotoGalleryProps) {
  const { startIndex = 0, frame = SQUARE } = options;
  const list = page.photoList(photos, startIndex);
  const words = carouselWords(page.messages);
  return (
    <>
      <Island name="Gallery" component={Gallery} props={{ photos: list, words, ...options }} />
      <PicturesWithoutScript
        photos={photos.filter((_, index) => index !== stepFrom(startIndex, 0, photos.length))}
        sizes={(photo) => gallerySizes(photo, frame)}
      />
    </>
  );
}
