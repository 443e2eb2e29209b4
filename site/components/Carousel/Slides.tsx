import {
  type AnimationEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { Photo, PhotoCropName } from '../../photo.ts';
import { fillIn, useSharedContent } from '../../shared-content.tsx';
import { Picture } from '../Picture/Picture.tsx';
import styles from './Slides.module.css';
import type { CarouselEngine } from './use-carousel.ts';

/** 300 ms in, 300 ms out (specification, section 4); `--fade` in the tokens is the same. */
const FADE_MS = 300;
/** When no animation event comes, the fade counts as over this long after it should be. */
const FADE_GRACE_MS = 100;

export interface PictureLook {
  /** The `sizes` of the pictures: how wide they stand in the layout. */
  sizes: string;
  /** The first picture is the largest thing on the screen: load it before all else. */
  priority?: boolean | undefined;
  /** 'tall' for a hero: an upright crop on a phone. */
  crops?: PhotoCropName[] | undefined;
}

type SlideRole = 'shown' | 'leaving' | 'upcoming';

/** The pictures that are on the page, on top of each other. */
export function Slides(props: {
  engine: CarouselEngine;
  photos: Photo[];
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
  return (
    <div
      className={styles.slides}
      data-fading={leaving !== null || undefined}
      data-drift={drift ? (engine.paused ? 'paused' : 'running') : undefined}
    >
      {[...roles].map(([index, role]) => {
        const photo = photos[index];
        return (
          photo && (
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

interface SlideProps {
  photo: Photo;
  role: SlideRole;
  look: PictureLook;
  position: number;
  count: number;
  onSettled: () => void;
  onFaded: () => void;
}

function Slide({ photo, role, look, position, count, onSettled, onFaded }: SlideProps) {
  const { messages } = useSharedContent();
  const ref = useRef<HTMLDivElement>(null);
  const failed = useSettledPicture(ref, onSettled);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group, as the WAI-ARIA pattern says; no fieldset
    <div
      ref={ref}
      className={styles.slide}
      data-role={role}
      role="group"
      aria-roledescription={messages.carousel.slide}
      aria-label={fillIn(messages.carousel.position, { index: position, count })}
      aria-hidden={role === 'shown' ? undefined : true}
      onAnimationEnd={(event: AnimationEvent) => {
        if (event.target === event.currentTarget) onFaded();
      }}
    >
      {failed ? (
        <div className={styles.failed}>
          <p className={styles.failedAlt}>{photo.alt}</p>
          <p>{messages.carousel.pictureFailed}</p>
        </div>
      ) : (
        <Picture photo={photo} className={styles.picture} {...look} />
      )}
    </div>
  );
}

/**
 * Tells once when the picture is loaded and decoded, so that showing it leaves no blank, or that it
 * failed. Asking the image itself also covers a failure from before React took the page over.
 *
 * @returns whether it failed.
 */
function useSettledPicture(ref: RefObject<HTMLDivElement | null>, onSettled: () => void): boolean {
  const [failed, setFailed] = useState(false);
  const settle = useEffectEvent((isBroken: boolean) => {
    setFailed(isBroken);
    onSettled();
  });
  useEffect(() => {
    const image = ref.current?.querySelector('img');
    if (!image) return;
    const listeners = new AbortController();
    const settleOnce = (isBroken: boolean) => {
      if (listeners.signal.aborted) return;
      listeners.abort();
      settle(isBroken);
    };
    // Not before it has loaded: `decode` would fetch a lazy picture that nobody has come near.
    const onLoad = () =>
      image.decode().then(
        () => settleOnce(false),
        // Also rejected when the browser changes to another width: the picture is not broken.
        () => settleOnce(image.naturalWidth === 0),
      );
    if (image.complete && image.naturalWidth === 0) settleOnce(true);
    else if (image.complete) onLoad();
    const options = { signal: listeners.signal };
    image.addEventListener('load', onLoad, options);
    image.addEventListener('error', () => settleOnce(true), options);
    return () => listeners.abort();
  }, [ref]);
  return failed;
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
