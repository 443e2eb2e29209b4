import { type RefObject, useEffect, useEffectEvent } from 'react';

/** The next photo starts loading this long before it is due. */
const PREPARE_BEFORE_MS = 2000;
/** How often to check whether something holds the photo. */
const TICK_MS = 500;

interface AutoAdvance {
  /** How long a photo is shown. */
  delayMs: number;
  isRunning: boolean;
  /** Index of the current photo; the count restarts when it changes. */
  shown: number;
  prepare: () => void;
  advance: () => void;
}

/** Shows the next photo after a while in which nothing held the current one. */
export function useAutoAdvance(frame: RefObject<Element | null>, options: AutoAdvance) {
  const { delayMs, isRunning, shown } = options;
  const onPrepare = useEffectEvent(options.prepare);
  const onAdvance = useEffectEvent(options.advance);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another photo restarts the count
  useEffect(() => {
    if (!isRunning) return;
    let passedMs = 0;
    const timer = setInterval(() => {
      passedMs = frame.current && isHeld(frame.current) ? 0 : passedMs + TICK_MS;
      const remainingMs = delayMs - passedMs;
      if (remainingMs <= 0) {
        clearInterval(timer);
        onAdvance();
      } else if (remainingMs <= PREPARE_BEFORE_MS && remainingMs + TICK_MS > PREPARE_BEFORE_MS) {
        onPrepare();
      }
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning, delayMs, shown]);
}

/**
 * Photos do not change in a hidden tab, while the page is prerendered, behind a dialog, while a
 * mouse is over the carousel, and while keyboard focus is inside it. Focus from a mouse click does
 * not count.
 */
function isHeld(frame: Element): boolean {
  const { visibilityState, prerendering } = document as Document & { prerendering?: boolean };
  if (visibilityState === 'hidden' || prerendering) return true;
  if (document.querySelector('dialog:modal')) return true;
  const isUnderMouse = matchMedia('(hover: hover)').matches && frame.matches(':hover');
  return isUnderMouse || frame.querySelector(':focus-visible') !== null;
}
