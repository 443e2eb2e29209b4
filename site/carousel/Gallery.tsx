import { useState } from 'react';
import { retryableImport } from '../browser/retry-import.ts';
import { useLazyComponent } from '../browser/use-lazy-component.ts';
import { type GalleryFrame, gallerySizes, type Photo } from '../photo/photo.ts';
import type { PhotoList } from '../photo/photo-list.ts';
import { usePhotoList } from '../photo/use-photo-list.ts';
import { Carousel, type CarouselLabels } from './Carousel.tsx';

export interface GalleryProps {
  photos: PhotoList;
  /** The part of the page the photos belong to: 'Over ons'. */
  label: string;
  labels: CarouselLabels;
  /** Frame from 992 px upwards. Default: square. */
  frame?: GalleryFrame | undefined;
  /** By default a click on a photo opens the large dialog. */
  noDialog?: boolean;
  hideNavigation?: boolean;
  showIndicators?: boolean;
  /** Only its button closes the large dialog. */
  disableClose?: boolean;
}

const loadGalleryDialog = retryableImport(() => import('./GalleryDialog.tsx'));

const SQUARE: GalleryFrame = {
  aspectRatio: 1,
  maxHeightVh: 80,
};

/** A carousel in the page (specification, section 2, 'Image carousel and gallery'). */
export default function Gallery(props: GalleryProps) {
  const { labels, frame = SQUARE, noDialog = false } = props;
  const photos = usePhotoList(props.photos);
  const [index, setIndex] = useState(props.photos.start);
  const [largeIndex, setLargeIndex] = useState(index);
  const [dialogIsOpen, setDialogIsOpen] = useState(false);
  const [dialogHasFailed, setDialogHasFailed] = useState(false);
  const onFailed = () => {
    setDialogIsOpen(false);
    setDialogHasFailed(true);
  };
  const dialog = useLazyComponent(loadGalleryDialog, dialogIsOpen, onFailed);
  const { Component: GalleryDialog } = dialog;
  const openDialog = () => {
    setLargeIndex(index);
    setDialogHasFailed(false);
    setDialogIsOpen(true);
  };
  const closeDialog = () => {
    setDialogIsOpen(false);
    setIndex(largeIndex);
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
        problem={dialogHasFailed ? labels.dialogFailed : ''}
        enlargeHandlers={dialog.preloadHandlers}
      />
      {GalleryDialog && !noDialog && (
        <GalleryDialog
          photos={photos}
          labels={labels}
          index={largeIndex}
          setIndex={setLargeIndex}
          open={dialogIsOpen}
          disableClose={props.disableClose}
          onClose={closeDialog}
        />
      )}
    </>
  );
}
