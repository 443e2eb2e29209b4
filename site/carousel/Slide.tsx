import {
  type AnimationEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { fillIn } from '../../enquiry/fill-in.ts';
import { Picture } from '../picture/Picture.tsx';
import type { Photo, PhotoCropName } from '../picture/photo.ts';
import { useCarouselWords } from './carousel-words.tsx';
import styles from './Slides.module.css';

export interface PictureLook {
  /** The `sizes` of a picture: how wide it stands in the layout, which depends on its shape. */
  sizes: (photo: Photo) => string;
  /** The first picture is the largest thing on the screen: load it before all else. */
  priority?: boolean | undefined;
  /** 'tall' for a hero: an upright crop on a phone. */
  crops?: PhotoCropName[] | undefined;
  /** 'contain' shows the whole picture; 'cover', the default, fills the frame. */
  fit?: 'cover' | 'contain';
}

/** What a picture on the page is there for; see `carousel-state.ts`. */
export type SlideRole = 'shown' | 'leaving' | 'upcoming';

interface SlideProps {
  /** Undefined: what it is could not be found out. */
  photo: Photo | undefined;
  role: SlideRole;
  look: PictureLook;
  position: number;
  count: number;
  onSettled: () => void;
  onFaded: () => void;
}

/** One picture in its place, or the placeholder of one that failed. */
export function Slide({ photo, role, look, position, count, onSettled, onFaded }: SlideProps) {
  const words = useCarouselWords();
  const ref = useRef<HTMLDivElement>(null);
  const picture = usePictureState(ref, photo);
  const tellSettled = useEffectEvent(onSettled);
  useEffect(() => {
    // Also when a picture that has just faded out is asked for again.
    if (picture !== 'loading' && role === 'upcoming') tellSettled();
  }, [picture, role]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group, as the WAI-ARIA pattern says; no fieldset
    <div
      ref={ref}
      className={styles.slide}
      data-role={role}
      role="group"
      aria-roledescription={words.slide}
      aria-label={fillIn(words.position, { index: position, count })}
      aria-hidden={role === 'shown' ? undefined : true}
      onAnimationEnd={(event: AnimationEvent) => {
        if (event.target === event.currentTarget) onFaded();
      }}
    >
      {!photo || picture === 'failed' ? (
        <div className={styles.failed}>
          {photo && <p className={styles.failedAlt}>{photo.alt}</p>}
          <p>{words.pictureFailed}</p>
        </div>
      ) : (
        <Picture
          photo={photo}
          className={styles.picture}
          sizes={look.sizes(photo)}
          priority={look.priority}
          crops={look.crops}
        />
      )}
    </div>
  );
}

/**
 * Whether the picture is loaded and decoded, so that showing it leaves no blank, or failed. Asking
 * the image itself also covers what happened before React took the page over.
 */
function usePictureState(
  ref: RefObject<HTMLDivElement | null>,
  photo: Photo | undefined,
): 'loading' | 'ready' | 'failed' {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  useEffect(() => {
    const image = ref.current?.querySelector('img');
    if (!image) return setState(photo ? 'loading' : 'failed');
    const listeners = new AbortController();
    const { signal } = listeners;
    const settle = (as: 'ready' | 'failed') => {
      if (signal.aborted) return;
      listeners.abort();
      setState(as);
    };
    // Not before it has loaded: `decode` would fetch a lazy picture that nobody has come near.
    const onLoad = () => {
      // Also rejected when the browser changes to another width: the picture is not broken.
      const onRejected = () => settle(image.naturalWidth > 0 ? 'ready' : 'failed');
      image.decode().then(() => settle('ready'), onRejected);
    };
    image.addEventListener('load', onLoad, { signal });
    image.addEventListener('error', () => settle('failed'), { signal });
    if (image.complete && image.naturalWidth === 0) settle('failed');
    else if (image.complete) onLoad();
    return () => listeners.abort();
  }, [ref, photo]);
  return state;
}
