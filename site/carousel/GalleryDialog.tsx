import type { ComponentProps } from 'react';
import { fillIn } from '../../release/text.ts';
import { Dialog, type DialogProps } from '../dialog/Dialog.tsx';
import { wholeSizes } from '../photo/photo.ts';
import { Carousel } from './Carousel.tsx';
import styles from './GalleryDialog.module.css';

type CarouselProps = ComponentProps<typeof Carousel>;
type GalleryDialogProps = Pick<DialogProps, 'open' | 'onClose' | 'disableClose'> &
  Pick<CarouselProps, 'photos' | 'labels' | 'index' | 'setIndex'>;

/**
 * A dialog with the gallery's photos, as large as the window minus 10 px (specification, section
 * 9).
 */
export default function GalleryDialog(props: GalleryDialogProps) {
  const { open, onClose, disableClose, ...carousel } = props;
  const { labels, photos, index } = carousel;
  return (
    <Dialog
      open={open}
      size="window"
      label={labels.dialog}
      closeLabel={labels.close}
      onClose={onClose}
      disableClose={disableClose}
    >
      <Carousel
        {...carousel}
        variant="dialog"
        picture={{ sizes: wholeSizes, hasPriority: true, fit: 'contain' }}
        label={labels.region}
        hideIndicators
      />
      {photos.count > 1 && (
        <p className={styles.position} aria-hidden="true">
          {fillIn(labels.position, { index: index + 1, count: photos.count })}
        </p>
      )}
    </Dialog>
  );
}
