import { fillIn } from '../../enquiry/fill-in.ts';
import styles from './CarouselControls.module.css';
import { useCarouselWords } from './carousel-words.tsx';
import { NextIcon, PauseIcon, PlayIcon, PreviousIcon } from './icons.tsx';
import type { CarouselEngine } from './use-carousel.ts';

/** Previous, next and, where pictures change by themselves, pause. */
export function CarouselControls(props: {
  engine: CarouselEngine;
  variant: string;
  hideNavigation: boolean;
}) {
  const { engine } = props;
  const words = useCarouselWords();
  const { previous, next, pause, play } = words;
  return (
    <div className={styles.controls} data-variant={props.variant}>
      {engine.advances && (
        <button
          type="button"
          className={styles.control}
          aria-label={engine.paused ? play : pause}
          onClick={() => engine.setPaused(!engine.paused)}
        >
          {engine.paused ? <PlayIcon /> : <PauseIcon />}
        </button>
      )}
      {!props.hideNavigation && (
        <>
          <button
            type="button"
            className={styles.control}
            data-side="previous"
            aria-label={previous}
            onClick={() => engine.move(-1)}
            onPointerEnter={() => engine.prepare(-1)}
          >
            <PreviousIcon />
          </button>
          <button
            type="button"
            className={styles.control}
            data-side="next"
            aria-label={next}
            onClick={() => engine.move(1)}
            onPointerEnter={() => engine.prepare(1)}
          >
            <NextIcon />
          </button>
        </>
      )}
    </div>
  );
}

/** A dot for every picture; a click shows it. */
export function CarouselIndicators(props: { engine: CarouselEngine }) {
  const { engine } = props;
  const words = useCarouselWords();
  return (
    <div className={styles.indicators}>
      {Array.from({ length: engine.count }, (_, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is what the button stands for
          key={index}
          type="button"
          className={styles.indicator}
          aria-label={fillIn(words.goTo, { index: index + 1 })}
          aria-current={index === engine.index || undefined}
          onClick={() => engine.goTo(index)}
        />
      ))}
    </div>
  );
}
