import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { decodePicture, type PictureOptions } from '../picture/Picture.tsx';
import type { Photos } from '../picture/use-photos.ts';
import { registerForArrowKeys } from './arrow-keys.ts';
import { useAutoAdvance, usePageIsVisible, usePrefersReducedMotion } from './use-auto-advance.ts';

interface CarouselOptions {
  photos: Photos;
  /** How photos are displayed, so that preloading chooses the same file. */
  picture: PictureOptions;
  /** Wraps around at both ends. Default 0. */
  startIndex?: number | undefined;
  /** Time between automatic changes; 0 (default) disables them. */
  autoScrollDelayMs?: number | undefined;
}

/** State and actions that the parts of a carousel share. */
export interface Carousel {
  photos: Photos;
  picture: PictureOptions;
  startIndex: number;
  /** The requested photo; it may not have loaded yet. */
  index: number;
  shown: number;
  /** The photo that fades out below `shown`; undefined outside a cross-fade. */
  leaving: number | undefined;
  endFade: () => void;
  /** The outermost element; the arrow keys compare how much of each carousel is visible. */
  frameRef: RefObject<HTMLDivElement | null>;
  /** Whether the visitor made the last change; only then is the photo announced. */
  movedByVisitor: boolean;
  /** Whether photos change automatically. */
  advances: boolean;
  paused: boolean;
  move: (step: 1 | -1) => void;
  goTo: (index: number) => void;
  /** Preloads the next or previous photo. */
  prepare: (step: 1 | -1) => void;
  setPaused: (paused: boolean) => void;
  /** Reports that the pointer is over the carousel, or that keyboard focus is inside it. */
  setAttended: (by: 'pointer' | 'focus', attended: boolean) => void;
}

/**
 * The state of a hero, gallery or dialog carousel. A photo is loaded and decoded before it is
 * shown, and a cross-fade ends before the next one starts, so at most two photos are in the DOM.
 */
export function useCarousel(options: CarouselOptions): Carousel {
  const { photos, picture, autoScrollDelayMs = 0 } = options;
  const { count } = photos;
  const wrap = (index: number) => (count > 0 ? ((index % count) + count) % count : 0);
  const startIndex = wrap(options.startIndex ?? 0);
  const frameRef = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(startIndex);
  const [{ shown, leaving }, setSlides] = useState<Pick<Carousel, 'shown' | 'leaving'>>({
    shown: startIndex,
    leaving: undefined,
  });
  const [movedByVisitor, setMovedByVisitor] = useState(false);
  const [attended, setAttended] = useState({ pointer: false, focus: false });
  const [pausedByVisitor, setPaused] = useState<boolean>();
  const reducedMotion = usePrefersReducedMotion();
  const isSeen = usePageIsVisible();
  const advances = autoScrollDelayMs > 0 && count > 1;
  const paused = pausedByVisitor ?? reducedMotion;

  const load = async (wanted: number) => {
    const photo = await photos.load(wanted);
    if (photo) await decodePicture(photo, picture);
  };
  const onWanted = useEffectEvent(load);
  useEffect(() => {
    if (index === shown || leaving !== undefined) return;
    let isWanted = true;
    void onWanted(index).then(() => {
      if (isWanted) setSlides({ shown: index, leaving: shown });
    });
    return () => {
      isWanted = false;
    };
  }, [index, shown, leaving]);

  const move = (step: 1 | -1, byVisitor = true) => {
    setMovedByVisitor(byVisitor);
    setIndex((current) => wrap(current + step));
  };
  const prepare = (step: 1 | -1) => void load(wrap(index + step));

  useAutoAdvance({
    delayMs: autoScrollDelayMs,
    running:
      advances && isSeen && !paused && index === shown && !attended.pointer && !attended.focus,
    shown,
    prepare: () => prepare(1),
    advance: () => move(1, false),
  });

  const onArrowKey = useEffectEvent(move);
  useEffect(() => {
    const element = frameRef.current;
    if (!element || count < 2) return;
    return registerForArrowKeys({ element, move: (step) => onArrowKey(step) });
  }, [count]);

  return {
    photos,
    picture,
    startIndex,
    index,
    shown,
    leaving,
    endFade: () => setSlides((slides) => ({ ...slides, leaving: undefined })),
    frameRef,
    movedByVisitor,
    advances,
    paused,
    move,
    goTo(to) {
      setMovedByVisitor(true);
      setIndex(to);
    },
    prepare,
    setPaused,
    setAttended: (by, is) => setAttended((before) => ({ ...before, [by]: is })),
  };
}
