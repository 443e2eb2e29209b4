import { type GalleryFrame, gallerySizes, type Photo } from '../picture/photo.ts';
import { Carousel } from './Carousel.tsx';
import type { PictureLook } from './Slide.tsx';

interface GalleryProps {
  photos: Photo[];
  /** The part of the page the pictures belong to: 'Over ons'. */
  label: string;
  startIndex?: number;
  /** From 992 px on. Default: square, as the blocks of an offer. */
  frame?: GalleryFrame;
  onIndexChange?: (index: number) => void;
}

/** As `OfferBlock.module.css` says. */
const OFFER_FRAME: GalleryFrame = { shape: 1, maxHeightVh: 80 };

/**
 * Small carousel in the page: arrows always shown, no indicators, nothing moves by itself; a click
 * opens the large dialog (specification, section 2, 'Image carousel and gallery').
 */
export function Gallery({ frame = OFFER_FRAME, ...rest }: GalleryProps) {
  const look: PictureLook = { sizes: (photo) => gallerySizes(photo, frame) };
  return <Carousel {...rest} variant="gallery" look={look} hideIndicators />;
}
