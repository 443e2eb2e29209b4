import type { Photo } from '../../photo.ts';
import { Carousel } from '../Carousel/Carousel.tsx';
import type { PictureLook } from '../Carousel/Slide.tsx';

interface GalleryProps {
  photos: Photo[];
  /** The part of the page the pictures belong to: 'Over ons'. */
  label: string;
  startIndex?: number;
  /** Default: all of the window, or half of it beside the words; more, for a wide photo is cropped. */
  sizes?: string;
  onIndexChange?: (index: number) => void;
}

const GALLERY_SIZES = '(width < 992px) 100vw, 75vw';

/**
 * Small carousel in the page: arrows always shown, no indicators, nothing moves by itself; a click
 * opens the large dialog (specification, section 2, 'Image carousel and gallery').
 */
export function Gallery({ sizes = GALLERY_SIZES, ...rest }: GalleryProps) {
  const look: PictureLook = { sizes };
  return <Carousel {...rest} variant="gallery" look={look} hideIndicators />;
}
