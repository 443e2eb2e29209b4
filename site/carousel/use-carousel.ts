import { type RefObject, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { takeArrowKeys } from './arrow-keys.ts';
import {
  type CarouselEvent,
  type CarouselState,
  currentIndex,
  nextCarouselState,
  restingAt,
  stepFrom,
} from './carousel-state.ts';
import { useAutoAdvance, usePageIsSeen, usePrefersReducedMotion } from './use-auto-advance.ts';

export interface CarouselOptions {
  count: number;
  /** Default 0. */
  startIndex?: number | undefined;
  /** Milliseconds a picture stays before the next one comes; 0, the default, is off. */
  autoScrollDelayMs?: number | undefined;
  /** Told with every change of the current index. */
  onIndexChange?: ((index: number) => void) | undefined;
  /** Stops the automatic change from outside, while a dialog covers the carousel. */
  held?: boolean;
}

/** What the parts of a carousel need: pictures in their roles, and what the visitor can do. */
export interface CarouselEngine {
  count: number;
  startIndex: number;
  state: CarouselState;
  index: number;
  /** For the outermost element: the arrow keys ask how much of it is visible. */
  frameRef: RefObject<HTMLDivElement | null>;
  /** The visitor moved last, not the clock: what is shown may be announced. */
  movedByVisitor: boolean;
  /** There is an automatic change to pause. */
  advances: boolean;
  paused: boolean;
  send: (event: CarouselEvent) => void;
  move: (step: 1 | -1) => void;
  goTo: (index: number) => void;
  prepare: (step: 1 | -1) => void;
  setPaused: (paused: boolean) => void;
  /** The pointer is over the carousel or the keyboard's focus within. */
  setAttended: (by: 'pointer' | 'focus', attended: boolean) => void;
}

/** The engine of every carousel: hero, gallery and large dialog. */
export function useCarousel(options: CarouselOptions): CarouselEngine {
  const { count, autoScrollDelayMs = 0, held = false } = options;
  const startIndex = count > 0 ? stepFrom(options.startIndex ?? 0, 0, count) : 0;
  const frameRef = useRef<HTMLDivElement>(null);
  const [state, send] = useReducer(nextCarouselState, startIndex, restingAt);
  const [movedByVisitor, setMovedByVisitor] = useState(false);
  const [attended, setAttended] = useState({ pointer: false, focus: false });
  const [pausedByVisitor, setPaused] = useState<boolean>();
  const reducedMotion = usePrefersReducedMotion();
  const seen = usePageIsSeen();

  const index = currentIndex(state);
  const advances = autoScrollDelayMs > 0 && count > 1;
  const paused = pausedByVisitor ?? reducedMotion;
  const waiting = state.upcoming?.asked === true;

  function move(step: 1 | -1, byVisitor = true) {
    setMovedByVisitor(byVisitor);
    send({ type: 'move', step, count });
  }
  const prepare = (step: 1 | -1) => send({ type: 'prepare', index: stepFrom(index, step, count) });

  useAutoAdvance({
    delayMs: autoScrollDelayMs,
    running:
      advances && seen && !paused && !held && !waiting && !attended.pointer && !attended.focus,
    shown: state.shown,
    prepare: () => prepare(1),
    advance: () => move(1, false),
  });

  const onArrowKey = useEffectEvent(move);
  useEffect(() => {
    const element = frameRef.current;
    if (!element || count < 2) return;
    return takeArrowKeys({ element, move: (step) => onArrowKey(step) });
  }, [count]);

  const onIndexChange = useEffectEvent((to: number) => options.onIndexChange?.(to));
  const reported = useRef(index);
  useEffect(() => {
    if (reported.current === index) return;
    reported.current = index;
    onIndexChange(index);
  }, [index]);

  return {
    count,
    startIndex,
    state,
    index,
    frameRef,
    movedByVisitor,
    advances,
    paused,
    send,
    move,
    goTo(to) {
      setMovedByVisitor(true);
      send({ type: 'ask', index: to });
    },
    prepare,
    setPaused,
    setAttended: (by, is) => setAttended((before) => ({ ...before, [by]: is })),
  };
}
