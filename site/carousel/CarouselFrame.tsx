import type { DOMAttributes, FocusEvent, PointerEvent, ReactNode } from 'react';
import { fillIn } from '../../enquiry/fill-in.ts';
import { lookProperties } from '../picture/photo.ts';
import type { Photos } from '../picture/use-photos.ts';
import { CarouselControls, CarouselIndicators } from './CarouselControls.tsx';
import styles from './CarouselFrame.module.css';
import { useCarouselWords } from './carousel-words.tsx';
import type { PictureLook } from './Slide.tsx';
import { Slides } from './Slides.tsx';
import type { CarouselEngine } from './use-carousel.ts';
import { useSwipe } from './use-swipe.ts';

interface CarouselFrameProps {
  engine: CarouselEngine;
  photos: Photos;
  look: PictureLook;
  /** Fills its parent (hero), keeps a fixed shape (gallery), shows whole pictures (dialog). */
  variant: 'hero' | 'gallery' | 'dialog';
  label: string;
  hideNavigation?: boolean | undefined;
  hideIndicators?: boolean | undefined;
  /** A click on the picture: it becomes a button. */
  onEnlarge?: (() => void) | undefined;
  /** For the same button: tells that somebody is near it. */
  whenNearEnlarge?: Pick<DOMAttributes<Element>, 'onPointerEnter' | 'onFocus'>;
  /** Words over the picture. */
  children?: ReactNode;
}

/**
 * Pictures, controls and words of a carousel, in the roles of the WAI-ARIA carousel pattern: a
 * region of 'slides', controls before the pictures, announcements only of the visitor's own moves.
 */
export function CarouselFrame(props: CarouselFrameProps) {
  const { engine, photos, variant, onEnlarge } = props;
  const words = useCarouselWords();
  const swipe = useSwipe(engine.move);
  const severalPhotos = engine.count > 1;
  const shown = photos.at(engine.state.shown);
  return (
    <div
      ref={engine.frameRef}
      className={styles.frame}
      data-variant={variant}
      data-words-on={props.children ? shown?.id : undefined}
      style={props.children ? lookProperties(shown) : undefined}
      {...(severalPhotos && swipe)}
      {...(engine.advances && attendingHandlers(engine))}
    >
      {props.children}
      <section
        className={styles.region}
        aria-roledescription={words.carousel}
        aria-label={props.label}
      >
        {severalPhotos && (
          <CarouselControls
            engine={engine}
            variant={variant}
            hideNavigation={props.hideNavigation ?? false}
          />
        )}
        <Slides
          engine={engine}
          photos={photos}
          look={props.look}
          drift={variant === 'hero' && engine.advances}
        />
        {onEnlarge && (
          <button
            type="button"
            className={styles.enlarge}
            aria-label={words.enlarge}
            aria-haspopup="dialog"
            {...props.whenNearEnlarge}
            onClick={(event) => {
              // Safari gives a clicked button no focus; the dialog returns it to what had it.
              event.currentTarget.focus({ preventScroll: true });
              onEnlarge();
            }}
          />
        )}
        {severalPhotos && !props.hideIndicators && <CarouselIndicators engine={engine} />}
        {severalPhotos && <Announcement engine={engine} photos={photos} />}
      </section>
    </div>
  );
}

/** Tells a screen reader which picture the visitor went to; silent about those that come by themselves. */
function Announcement(props: { engine: CarouselEngine; photos: Photos }) {
  const { engine, photos } = props;
  const words = useCarouselWords();
  const { index, count, movedByVisitor } = engine;
  return (
    <p className="visually-hidden" aria-live={movedByVisitor ? 'polite' : 'off'} aria-atomic>
      {movedByVisitor &&
        `${fillIn(words.position, { index: index + 1, count })}. ${photos.at(index)?.alt ?? ''}`}
    </p>
  );
}

/**
 * Pictures do not change under the pointer or under the keyboard's focus. Focus that a mouse click
 * left on a button does not count: the count shall restart after it, not stop for good.
 */
function attendingHandlers(engine: CarouselEngine) {
  return {
    onPointerEnter: (event: PointerEvent) =>
      event.pointerType === 'mouse' && engine.setAttended('pointer', true),
    onPointerLeave: () => engine.setAttended('pointer', false),
    onFocus: (event: FocusEvent) =>
      engine.setAttended('focus', event.target.matches(':focus-visible')),
    onBlur: () => engine.setAttended('focus', false),
  };
}
