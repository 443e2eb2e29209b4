import { useEffect, useEffectEvent, useRef } from 'react';
import { fillIn } from '../../enquiry/text.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { wholeSizes } from '../picture/photo.ts';
import type { Photos } from '../picture/use-photos.ts';
import { CarouselFrame, type CarouselLabels } from './CarouselFrame.tsx';
import styles from './GalleryDialog.module.css';
import { useCarousel } from './use-carousel.ts';

interface LargePhotosProps {
  photos: Photos;
  labels: CarouselLabels;
  /** The photo it opens on. */
  startIndex: number;
}

interface GalleryDialogProps extends LargePhotosProps {
  open: boolean;
  /** Called when the visitor closes it, with the index of the last photo shown. */
  onClose: (index: number) => void;
}

/** The same photos, large: the window minus 10 px (specification, section 9). */
export default function GalleryDialog({ open, onClose, ...content }: GalleryDialogProps) {
  const lastSeen = useRef(content.startIndex);
  return (
    <Dialog
      open={open}
      size="window"
      label={content.labels.dialog}
      closeLabel={content.labels.close}
      onClose={() => onClose(lastSeen.current)}
    >
      <LargePhotos
        {...content}
        onSeen={(index) => {
          lastSeen.current = index;
        }}
      />
    </Dialog>
  );
}

function LargePhotos(props: LargePhotosProps & { onSeen: (index: number) => void }) {
  const { photos, labels, startIndex } = props;
  const picture = { sizes: wholeSizes, priority: true, fit: 'contain' as const };
  const carousel = useCarousel({ photos, picture, startIndex });
  const { index } = carousel;
  const onSeen = useEffectEvent(props.onSeen);
  useEffect(() => onSeen(index), [index]);
  return (
    <div className={styles.pictures}>
      <CarouselFrame
        carousel={carousel}
        variant="dialog"
        label={labels.region}
        labels={labels}
        hideIndicators
      />
      {photos.count > 1 && (
        <p className={styles.position} aria-hidden="true">
          {fillIn(labels.position, { index: index + 1, count: photos.count })}
        </p>
      )}
    </div>
  );
}
