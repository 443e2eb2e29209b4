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
  disableDialog?: boolean;
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
  const { labels, frame = SQUARE, disableDialog = false } = props;
  const photos = usePhotoList(props.photos);
  const [index, setIndex] = useState(props.photos.start);
  const [largeIndex, setLargeIndex] = useState(index);
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const [hasDialogFailed, setHasDialogFailed] = useState(false);
  const onFailed = () => {
    setIsDialogOpen(false);
    setHasDialogFailed(true);
  };
  const dialog = useLazyComponent(loadGalleryDialog, isDialogOpen, onFailed);
  const { Component: GalleryDialog } = dialog;
  const openDialog = () => {
    setLargeIndex(index);
    setHasDialogFailed(false);
    setIsDialogOpen(true);
  };
  const closeDialog = () => {
    setIsDialogOpen(false);
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
        onEnlarge={disableDialog ? undefined : openDialog}
        problem={hasDialogFailed ? labels.dialogFailed : ''}
        enlargeHandlers={dialog.preloadHandlers}
      />
      {GalleryDialog && !disableDialog && (
        <GalleryDialog
          photos={photos}
          labels={labels}
          index={largeIndex}
          setIndex={setLargeIndex}
          open={isDialogOpen}
          disableClose={props.disableClose}
          onClose={closeDialog}
        />
      )}
    </>
  );
}
