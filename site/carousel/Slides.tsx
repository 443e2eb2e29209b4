import { useEffect, useEffectEvent } from 'react';
import type { Photos } from '../picture/use-photos.ts';
import { type PictureLook, Slide, type SlideRole } from './Slide.tsx';
import styles from './Slides.module.css';
import type { CarouselEngine } from './use-carousel.ts';

/** 300 ms in, 300 ms out (specification, section 4); `--fade` in the tokens is the same. */
const FADE_MS = 300;
/** When no animation event comes, the fade counts as over this long after it should be. */
const FADE_GRACE_MS = 100;

/** The pictures that are on the page, on top of each other. */
export function Slides(props: {
  engine: CarouselEngine;
  photos: Photos;
  look: PictureLook;
  /** The pictures grow very slowly while they are shown. */
  drift: boolean;
}) {
  const { engine, photos, look, drift } = props;
  const { shown, leaving, upcoming } = engine.state;
  useFadeEndFallback(engine);
  const roles = new Map<number, SlideRole>();
  if (upcoming) roles.set(upcoming.index, 'upcoming');
  if (leaving !== null) roles.set(leaving, 'leaving');
  roles.set(shown, 'shown');
  const isKnown = [...roles.keys()].every((index) => photos.at(index));
  const fetchPhotos = useEffectEvent(photos.fetch);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each picture asks anew for a list that failed
  useEffect(() => {
    if (!isKnown) fetchPhotos();
  }, [isKnown, upcoming?.index]);
  return (
    <div
      className={styles.slides}
      data-fit={look.fit}
      data-fading={leaving !== null || undefined}
      data-drift={drift ? (engine.paused ? 'paused' : 'running') : undefined}
    >
      {[...roles].map(([index, role]) => {
        const photo = photos.at(index);
        return (
          (photo || photos.failed) && (
            <Slide
              key={index}
              photo={photo}
              role={role}
              look={{ ...look, priority: look.priority && index === engine.startIndex }}
              position={index + 1}
              count={engine.count}
              onSettled={() => engine.send({ type: 'settled', index })}
              onFaded={() => role === 'shown' && engine.send({ type: 'faded' })}
            />
          )
        );
      })}
    </div>
  );
}

function useFadeEndFallback(engine: CarouselEngine) {
  const { leaving, shown } = engine.state;
  const onFaded = useEffectEvent(() => engine.send({ type: 'faded' }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each fade has its own fallback
  useEffect(() => {
    if (leaving === null) return;
    const fallback = setTimeout(onFaded, FADE_MS + FADE_GRACE_MS);
    return () => clearTimeout(fallback);
  }, [leaving, shown]);
}
