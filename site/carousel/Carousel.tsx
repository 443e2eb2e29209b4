import { type ReactNode, useState } from 'react';
import { heroSizes, type Photo } from '../picture/photo.ts';
import { useSharedContent } from '../shared-content.tsx';
import { GalleryDialog } from './GalleryDialog.tsx';
import { CarouselFrame } from './CarouselFrame.tsx';
import { PicturesWithoutScript } from './PicturesWithoutScript.tsx';
import type { PictureLook } from './Slide.tsx';
import { useCarousel } from './use-carousel.ts';

export interface CarouselProps {
  /** Empty: nothing is rendered. One: no controls. */
  photos: Photo[];
  /** The picture it begins with, counted from 0. Default 0. */
  startIndex?: number;
  /** Milliseconds until the next picture comes by itself. Default 0: off. */
  autoScrollDelayMs?: number;
  hideNavigation?: boolean;
  hideIndicators?: boolean;
  /** Without it, a click on a picture opens the large dialog on the same pictures. */
  noDialog?: boolean;
  /** Told the current index with every change, also with the one the dialog hands back. */
  onIndexChange?: (index: number) => void;
  /** Tells this carousel's pictures from others on the page: 'Over ons'. */
  label?: string;
  /** 'hero', the default, fills its parent; 'gallery' keeps a fixed shape. */
  variant?: 'hero' | 'gallery';
  /** Default: a hero as wide as the window, first picture before all else, upright on a phone. */
  look?: PictureLook;
  /** Words over the pictures. */
  children?: ReactNode;
}

const HERO_LOOK: PictureLook = { sizes: heroSizes, priority: true, crops: ['tall', 'full'] };

/** Pictures to leaf through (specification, sections 2 and 4; decisions, 'Carousel, gallery, dialog'). */
export function Carousel(props: CarouselProps) {
  const { photos, variant = 'hero', look = HERO_LOOK, noDialog = false } = props;
  const { messages } = useSharedContent();
  const [dialogIsOpen, setDialogIsOpen] = useState(false);
  const engine = useCarousel({
    count: photos.length,
    startIndex: props.startIndex,
    autoScrollDelayMs: props.autoScrollDelayMs,
    onIndexChange: props.onIndexChange,
    held: dialogIsOpen,
  });
  if (photos.length === 0) return null;
  const { region } = messages.carousel;
  const label = props.label ? `${region}: ${props.label}` : region;
  return (
    <>
      <CarouselFrame
        engine={engine}
        photos={photos}
        look={look}
        variant={variant}
        label={label}
        hideNavigation={props.hideNavigation}
        hideIndicators={props.hideIndicators}
        onEnlarge={noDialog ? undefined : () => setDialogIsOpen(true)}
      >
        {props.children}
      </CarouselFrame>
      {!noDialog && (
        <PicturesWithoutScript photos={photos} startIndex={engine.startIndex} look={look} />
      )}
      {!noDialog && (
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
    </>
  );
}
