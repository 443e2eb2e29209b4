import type { ReactNode } from 'react';
import { fillIn } from '../../enquiry/text.ts';
import styles from './CarouselControls.module.css';
import type { CarouselLabels } from './CarouselFrame.tsx';
import type { Carousel } from './use-carousel.ts';

interface ControlsProps {
  carousel: Carousel;
  labels: CarouselLabels;
}

/** Previous, next and, where photos change by themselves, pause. */
export function CarouselControls(
  props: ControlsProps & { variant: string; hideNavigation: boolean },
) {
  const { carousel, labels } = props;
  return (
    <div className={styles.controls} data-variant={props.variant}>
      {carousel.advances && (
        <button
          type="button"
          className={styles.control}
          aria-label={carousel.paused ? labels.play : labels.pause}
          onClick={() => carousel.setPaused(!carousel.paused)}
        >
          <Icon path={carousel.paused ? 'M8.5 5.5v13l10-6.5z' : 'M9 6v12M15 6v12'} />
        </button>
      )}
      {!props.hideNavigation && (
        <>
          <button
            type="button"
            className={styles.control}
            data-side="previous"
            aria-label={labels.previous}
            onClick={() => carousel.move(-1)}
            onPointerEnter={() => carousel.prepare(-1)}
          >
            <Icon path="m14.5 5-7 7 7 7" />
          </button>
          <button
            type="button"
            className={styles.control}
            data-side="next"
            aria-label={labels.next}
            onClick={() => carousel.move(1)}
            onPointerEnter={() => carousel.prepare(1)}
          >
            <Icon path="m9.5 5 7 7-7 7" />
          </button>
        </>
      )}
    </div>
  );
}

function Icon({ path }: { path: string }): ReactNode {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** A dot for every photo; a click shows it. */
export function CarouselIndicators({ carousel, labels }: ControlsProps) {
  return (
    <div className={styles.indicators}>
      {Array.from({ length: carousel.photos.count }, (_, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is what the button shows
          key={index}
          type="button"
          className={styles.indicator}
          aria-label={fillIn(labels.goTo, { index: index + 1 })}
          aria-current={index === carousel.index || undefined}
          onClick={() => carousel.goTo(index)}
        />
      ))}
    </div>
  );
}
