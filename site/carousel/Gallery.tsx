import { useState } from 'react';
import { lateComponent, useLateComponent } from '../late-component.ts';
import { type GalleryFrame, gallerySizes, type Photo } from '../picture/photo.ts';
import type { PhotoList } from '../picture/photo-list.ts';
import { usePhotos } from '../picture/use-photos.ts';
import { CarouselFrame } from './CarouselFrame.tsx';
import { type CarouselWords, CarouselWordsProvider } from './carousel-words.tsx';
import { useCarousel } from './use-carousel.ts';

export interface GalleryProps {
  /** Empty: nothing is rendered. One: no controls. */
  photos: PhotoList;
  /** The part of the page the pictures belong to: 'Over ons'. */
  label: string;
  words: CarouselWords;
  /** The picture it begins with, counted from 0. Default 0. */
  startIndex?: number;
  /** From 992 px on. Default: square. */
  frame?: GalleryFrame;
  /** Default false: a click on a picture opens the large dialog on the same pictures. */
  noDialog?: boolean;
  /** Default false. */
  hideNavigation?: boolean;
  /** Default false. */
  showIndicators?: boolean;
  /** Told the current index with every change, also with the one the dialog hands back. */
  onIndexChange?: (index: number) => void;
}

const galleryDialog = lateComponent(() => import('./GalleryDialog.tsx'));

/** The frame of a gallery that names none. */
export const SQUARE: GalleryFrame = { shape: 1, maxHeightVh: 80 };

/**
 * Small carousel in the page: arrows always shown, no indicators, nothing moves by itself; a click
 * opens the large dialog, which hands back the picture last seen (specification, section 2, 'Image
 * carousel and gallery').
 */
export default function Gallery(props: GalleryProps) {
  const { words, frame = SQUARE, noDialog = false } = props;
  const photos = usePhotos(props.photos);
  const [dialogIsOpen, setDialogIsOpen] = useState(false);
  const engine = useCarousel({
    count: photos.count,
    startIndex: props.startIndex,
    onIndexChange: props.onIndexChange,
    held: dialogIsOpen,
  });
  const { Component: GalleryDialog, whenNear } = useLateComponent(galleryDialog, dialogIsOpen, () =>
    setDialogIsOpen(false),
  );
  if (photos.count === 0) return null;
  const look = { sizes: (photo: Photo) => gallerySizes(photo, frame) };
  return (
    <CarouselWordsProvider words={words}>
      <CarouselFrame
        engine={engine}
        photos={photos}
        look={look}
        variant="gallery"
        label={`${words.region}: ${props.label}`}
        hideNavigation={props.hideNavigation}
        hideIndicators={!props.showIndicators}
        onEnlarge={noDialog ? undefined : () => setDialogIsOpen(true)}
        whenNearEnlarge={whenNear}
      />
      {GalleryDialog && !noDialog && (
        <GalleryDialog
          photos={photos}
          open={dialogIsOpen}
          startIndex={engine.index}
          onClose={(index) => {
            setDialogIsOpen(false);
            engine.goTo(index);
          }}
        />
      )}
    </CarouselWordsProvider>
  );
}
