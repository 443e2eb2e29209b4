import { useEffect, useEffectEvent, useRef } from 'react';
import { fillIn } from '../../enquiry/fill-in.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { wholeSizes } from '../picture/photo.ts';
import type { Photos } from '../picture/use-photos.ts';
import { CarouselFrame } from './CarouselFrame.tsx';
import { useCarouselWords } from './carousel-words.tsx';
import styles from './GalleryDialog.module.css';
import { useCarousel } from './use-carousel.ts';

interface GalleryDialogProps {
  photos: Photos;
  open: boolean;
  /** The picture it opens on. */
  startIndex: number;
  /** Asked to close; hands back the picture last seen. */
  onClose: (index: number) => void;
}

/** The same pictures, large: the window minus 10 px (specification, section 9). */
export default function GalleryDialog({ photos, open, startIndex, onClose }: GalleryDialogProps) {
  const words = useCarouselWords();
  const lastSeen = useRef(startIndex);
  return (
    <Dialog
      open={open}
      size="window"
      label={words.dialog}
      closeLabel={words.close}
      onClose={() => onClose(lastSeen.current)}
    >
      <LargePictures
        photos={photos}
        startIndex={startIndex}
        onSeen={(index) => {
          lastSeen.current = index;
        }}
      />
    </Dialog>
  );
}

interface LargePicturesProps {
  photos: Photos;
  startIndex: number;
  onSeen: (index: number) => void;
}

function LargePictures({ photos, startIndex, onSeen }: LargePicturesProps) {
  const words = useCarouselWords();
  const engine = useCarousel({ count: photos.count, startIndex });
  const { index, count } = engine;
  const tellSeen = useEffectEvent(onSeen);
  useEffect(() => tellSeen(index), [index]);
  return (
    <div className={styles.pictures}>
      <CarouselFrame
        engine={engine}
        photos={photos}
        look={{ sizes: wholeSizes, priority: true, fit: 'contain' }}
        variant="dialog"
        label={words.region}
        hideIndicators
      />
      {count > 1 && (
        <p className={styles.position} aria-hidden="true">
          {fillIn(words.position, { index: index + 1, count })}
        </p>
      )}
    </div>
  );
}
