import { useState } from 'react';
import { useLazyComponent } from '../lazy-component.ts';
import { type GalleryFrame, gallerySizes, type Photo } from '../picture/photo.ts';
import type { PhotoList } from '../picture/photo-list.ts';
import { usePhotos } from '../picture/use-photos.ts';
import { Carousel, type CarouselLabels } from './Carousel.tsx';

export interface GalleryProps {
  /** Empty: nothing is rendered. One: no controls. */
  photos: PhotoList;
  /** The part of the page the photos belong to: 'Over ons'. */
  label: string;
  labels: CarouselLabels;
  /** Frame from 992 px upwards. Default: square. */
  frame?: GalleryFrame;
  /** Default false: a click on a photo opens the large dialog on the same photos. */
  noDialog?: boolean;
  /** Default false. */
  hideNavigation?: boolean;
  /** Default false. */
  showIndicators?: boolean;
}

const loadGalleryDialog = () => import('./GalleryDialog.tsx');

const SQUARE: GalleryFrame = { shape: 1, maxHeightVh: 80 };

/**
 * Small carousel in the page: arrows always shown, no indicators, no automatic change. A click
 * opens the large dialog, which returns the index of the last photo shown (specification, section
 * 2, 'Image carousel and gallery').
 */
export default function Gallery(props: GalleryProps) {
  const { labels, frame = SQUARE, noDialog = false } = props;
  const photos = usePhotos(props.photos);
  const [index, setIndex] = useState(props.photos.start);
  const [largeIndex, setLargeIndex] = useState(index);
  const [dialogIsOpen, setDialogIsOpen] = useState(false);
  const { Component: GalleryDialog, preloadHandlers } = useLazyComponent(
    loadGalleryDialog,
    dialogIsOpen,
    () => setDialogIsOpen(false),
  );
  if (photos.count === 0) return null;
  const openDialog = () => {
    setLargeIndex(index);
    setDialogIsOpen(true);
  };
  return (
    <>
      <Carousel
        variant="gallery"
        photos={photos}
        picture={{ sizes: (photo: Photo) => gallerySizes(photo, frame) }}
        index={index}
        setIndex={setIndex}
        label={`${labels.region}: ${props.label}`}
        labels={labels}
        hideNavigation={props.hideNavigation}
        hideIndicators={!props.showIndicators}
        onEnlarge={noDialog ? undefined : openDialog}
        whenNearEnlarge={preloadHandlers}
      />
      {GalleryDialog && !noDialog && (
        <GalleryDialog
          photos={photos}
          labels={labels}
          index={largeIndex}
          setIndex={setLargeIndex}
          open={dialogIsOpen}
          onClose={() => {
            setDialogIsOpen(false);
            setIndex(largeIndex);
          }}
        />
      )}
    </>
  );
}
