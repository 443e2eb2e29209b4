import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { decodePicture, type PictureOptions } from '../picture/Picture.tsx';
import type { Photos } from '../picture/use-photos.ts';
import { takeArrowKeys } from './arrow-keys.ts';
import { useAutoAdvance, usePageIsSeen, usePrefersReducedMotion } from './use-auto-advance.ts';

interface CarouselOptions {
  photos: Photos;
  /** How its photos stand on the page: what is loaded ahead must be the same file. */
  picture: PictureOptions;
  /** Counted around both ends. Default 0. */
  startIndex?: number | undefined;
  /** Milliseconds a photo stays before the next one comes; 0, the default, is off. */
  autoScrollDelayMs?: number | undefined;
}

/** What the parts of a carousel need: the photos on the page, and what the visitor can do. */
export interface Carousel {
  photos: Photos;
  picture: PictureOptions;
  startIndex: number;
  /** What was last asked for, whether its photo has loaded or not. */
  index: number;
  shown: number;
  /** Fading out beneath `shown`; undefined when no cross-fade is under way. */
  leaving: number | undefined;
  endFade: () => void;
  /** For the outermost element: the arrow keys ask how much of it is visible. */
  frameRef: RefObject<HTMLDivElement | null>;
  /** The visitor moved last, not the clock: what is shown may be announced. */
  movedByVisitor: boolean;
  /** There is an automatic change to pause. */
  advances: boolean;
  paused: boolean;
  move: (step: 1 | -1) => void;
  goTo: (index: number) => void;
  /** Loads a neighbour ahead. */
  prepare: (step: 1 | -1) => void;
  setPaused: (paused: boolean) => void;
  /** The pointer is over the carousel, or the keyboard's focus within. */
  setAttended: (by: 'pointer' | 'focus', attended: boolean) => void;
}

/**
 * The state of every carousel: hero, gallery and large dialog. A photo is loaded and decoded before
 * it is shown, and a cross-fade ends before the next begins, so at most two are on the page.
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
  const isSeen = usePageIsSeen();
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
    return takeArrowKeys({ element, move: (step) => onArrowKey(step) });
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
