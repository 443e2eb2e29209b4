import type { DOMAttributes, FocusEvent, PointerEvent, ReactNode } from 'react';
import { fillIn } from '../../enquiry/text.ts';
import type { Messages } from '../content.ts';
import { placeholderProperties } from '../picture/photo.ts';
import { CarouselControls, CarouselIndicators } from './CarouselControls.tsx';
import styles from './CarouselFrame.module.css';
import { Slides } from './Slides.tsx';
import type { Carousel } from './use-carousel.ts';
import { useSwipe } from './use-swipe.ts';

/** Labels of a carousel and of its large dialog. */
export type CarouselLabels = Messages['carousel'] & Pick<Messages['shell'], 'close'>;

/** Only the messages that a carousel needs, because the document contains its props. */
export function carouselLabels({ carousel, shell }: Messages): CarouselLabels {
  return { ...carousel, close: shell.close };
}

interface CarouselFrameProps {
  carousel: Carousel;
  /** Fills its parent (hero), keeps a fixed shape (gallery), shows whole photos (dialog). */
  variant: 'hero' | 'gallery' | 'dialog';
  label: string;
  labels: CarouselLabels;
  hideNavigation?: boolean | undefined;
  hideIndicators?: boolean | undefined;
  /** If present, the photo is a button that calls this. */
  onEnlarge?: (() => void) | undefined;
  /** Handlers of that button that preload the dialog. */
  whenNearEnlarge?: Pick<DOMAttributes<Element>, 'onPointerEnter' | 'onFocus'>;
  /** Text over the photo. */
  children?: ReactNode;
}

/**
 * Photos, controls and text of a carousel, in the roles of the WAI-ARIA carousel pattern: a region
 * of 'slides', controls before the photos, and announcements only when the visitor changes the
 * photo.
 */
export function CarouselFrame(props: CarouselFrameProps) {
  const { carousel, labels, variant, onEnlarge } = props;
  const { photos, advances } = carousel;
  const swipe = useSwipe(carousel.move);
  const severalPhotos = photos.count > 1;
  const shown = photos.at(carousel.shown);
  return (
    <div
      ref={carousel.frameRef}
      className={styles.frame}
      data-variant={variant}
      data-words-on={props.children ? shown?.id : undefined}
      style={props.children ? placeholderProperties(shown?.placeholder) : undefined}
      {...(severalPhotos && swipe)}
      {...(advances && attendingHandlers(carousel))}
    >
      {props.children}
      <section
        className={styles.region}
        aria-roledescription={labels.carousel}
        aria-label={props.label}
      >
        {severalPhotos && (
          <CarouselControls
            carousel={carousel}
            labels={labels}
            variant={variant}
            hideNavigation={props.hideNavigation ?? false}
          />
        )}
        <Slides carousel={carousel} labels={labels} drift={variant === 'hero' && advances} />
        {onEnlarge && (
          <button
            type="button"
            className={styles.enlarge}
            aria-label={labels.enlarge}
            aria-haspopup="dialog"
            {...props.whenNearEnlarge}
            onClick={(event) => {
              // Safari does not focus a clicked button, and the dialog returns the focus to the
              // element that had it.
              event.currentTarget.focus({ preventScroll: true });
              onEnlarge();
            }}
          />
        )}
        {severalPhotos && !props.hideIndicators && (
          <CarouselIndicators carousel={carousel} labels={labels} />
        )}
        {severalPhotos && <Announcement carousel={carousel} labels={labels} />}
      </section>
    </div>
  );
}

/** Announces the photo that the visitor chose; automatic changes are not announced. */
function Announcement(props: { carousel: Carousel; labels: CarouselLabels }) {
  const { index, photos, movedByVisitor } = props.carousel;
  const position = fillIn(props.labels.position, { index: index + 1, count: photos.count });
  return (
    <p className="visually-hidden" aria-live={movedByVisitor ? 'polite' : 'off'} aria-atomic>
      {movedByVisitor && `${position}. ${photos.at(index)?.alt ?? ''}`}
    </p>
  );
}

/**
 * Photos do not change while the pointer is over the carousel or keyboard focus is inside it. Focus
 * from a mouse click does not count.
 */
function attendingHandlers({ setAttended }: Carousel) {
  return {
    onPointerEnter: (event: PointerEvent) =>
      event.pointerType === 'mouse' && setAttended('pointer', true),
    onPointerLeave: () => setAttended('pointer', false),
    onFocus: (event: FocusEvent) => setAttended('focus', event.target.matches(':focus-visible')),
    onBlur: () => setAttended('focus', false),
  };
}
