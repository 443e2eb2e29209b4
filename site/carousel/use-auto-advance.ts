import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { prefersReducedMotion, subscribeToMotion } from '../scroll/reduced-motion.ts';

/** The next photo starts loading this long before it is due. */
const PREPARE_BEFORE_MS = 2000;
/** How often an open dialog is asked for again. */
const COVERED_AGAIN_MS = 1000;

interface AutoAdvance {
  /** Milliseconds a photo stays. */
  delayMs: number;
  running: boolean;
  /** The photo that is shown; with every change the count restarts. */
  shown: number;
  prepare: () => void;
  advance: () => void;
}

export function useAutoAdvance({ delayMs, running, shown, prepare, advance }: AutoAdvance) {
  const onPrepare = useEffectEvent(prepare);
  const onAdvance = useEffectEvent(advance);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another photo restarts the count
  useEffect(() => {
    if (!running) return;
    const preparing = setTimeout(() => isCovered() || onPrepare(), delayMs - PREPARE_BEFORE_MS);
    let advancing = setTimeout(advanceWhenUncovered, delayMs);
    // Behind an open dialog everything stands still.
    function advanceWhenUncovered() {
      if (!isCovered()) return onAdvance();
      advancing = setTimeout(advanceWhenUncovered, COVERED_AGAIN_MS);
    }
    return () => {
      clearTimeout(preparing);
      clearTimeout(advancing);
    };
  }, [running, delayMs, shown]);
}

/** Whether a dialog lies over the page. */
const isCovered = () => document.querySelector('dialog:modal') !== null;

/** Whether somebody can see the page: not in a hidden tab, not while it is prerendered. */
export function usePageIsSeen(): boolean {
  return useSyncExternalStore(subscribeToPageState, pageIsSeen, () => false);
}

/** `prerendering` comes with speculation rules; browsers without them leave it undefined. */
function pageIsSeen(): boolean {
  const { prerendering } = document as Document & { prerendering?: boolean };
  return document.visibilityState === 'visible' && prerendering !== true;
}

function subscribeToPageState(onChange: () => void) {
  document.addEventListener('visibilitychange', onChange);
  document.addEventListener('prerenderingchange', onChange);
  return () => {
    document.removeEventListener('visibilitychange', onChange);
    document.removeEventListener('prerenderingchange', onChange);
  };
}

/** False while the page is rendered at build time: CSS takes the motion away by itself. */
export function usePrefersReducedMotion(): boolean {
  return useSyncExternalStore(subscribeToMotion, prefersReducedMotion, () => false);
}
