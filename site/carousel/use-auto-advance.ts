import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** The next photo starts loading this long before it is due. */
const PREPARE_BEFORE_MS = 2000;
/** How often to check whether the photo is due or the carousel is paused. */
const TICK_MS = 500;

interface AutoAdvance {
  delayMs: number;
  isRunning: boolean;
  /** The index of the current photo. The countdown restarts when the index changes. */
  shown: number;
  /** Loads the photo that is `step` photos after the present one. */
  prepare: (step: number) => void;
  /** The number of photos: at least two when the carousel is running. */
  count: number;
  /**
   * Shows the photo that is `step` photos after the present one. Resolves to whether it could be
   * loaded.
   */
  advance: (step: number) => Promise<boolean>;
}

/**
 * Shows the next photo after a delay, which starts again after a pause. If that photo cannot be
 * loaded, the present one stays for another delay, and the one after the failed photo is tried
 * next.
 */
export function useAutoAdvance(frame: RefObject<Element | null>, options: AutoAdvance) {
  const { delayMs, isRunning, shown, count } = options;
  const onPrepare = useEffectEvent(options.prepare);
  const onAdvance = useEffectEvent(options.advance);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another photo restarts the countdown
  useEffect(() => {
    // The first photo is visible since the first paint, on a slow device seconds before hydration.
    const shownAtMs = isFirst.current ? firstPaintMs() : performance.now();
    isFirst.current = false;
    if (!isRunning) return;
    let dueAtMs = Math.max(shownAtMs + delayMs, performance.now() + PREPARE_BEFORE_MS);
    let isPrepared = false;
    let step = 1;
    const timer = setInterval(() => {
      const now = performance.now();
      if (frame.current !== null && mustWait(frame.current)) dueAtMs = now + delayMs;
      if (now >= dueAtMs - PREPARE_BEFORE_MS && !isPrepared) {
        isPrepared = true;
        onPrepare(step);
      }
      // The nearest tick counts, because a timer may fire a little early.
      if (now < dueAtMs - TICK_MS / 2) return;
      dueAtMs = now + delayMs;
      isPrepared = false;
      void onAdvance(step).then((isShown) => {
        // The step skips the present photo itself.
        if (!isShown) step = (step % (count - 1)) + 1;
      });
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning, delayMs, shown, count]);
}

/** The time of the first paint on the page's clock, or now where the browser does not tell it. */
function firstPaintMs(): number {
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return paint?.startTime ?? performance.now();
}

/**
 * Whether the carousel must not advance: its tab is hidden, a dialog covers it, a mouse is over it,
 * or it has keyboard focus.
 */
function mustWait(frame: Element): boolean {
  const { visibilityState, prerendering } = document as Document & { prerendering?: boolean };
  if (visibilityState === 'hidden' || prerendering) return true;
  if (document.querySelector('dialog[open]')) return true;
  const hasMouse = matchMedia('(hover: hover)').matches;
  if (hasMouse && frame.matches(':hover')) return true;
  return frame.querySelector(':focus-visible') !== null;
}
