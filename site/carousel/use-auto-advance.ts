import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { prefersReducedMotion, subscribeToMotion } from '../scroll/reduced-motion.ts';

/** The next photo starts loading this long before it is due. */
const PREPARE_BEFORE_MS = 2000;
/** How often to check whether the dialog has closed. */
const DIALOG_RECHECK_MS = 1000;

interface AutoAdvance {
  /** How long a photo is shown. */
  delayMs: number;
  running: boolean;
  /** Index of the current photo; the timer restarts when it changes. */
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
    const preparing = setTimeout(() => isDialogOpen() || onPrepare(), delayMs - PREPARE_BEFORE_MS);
    let advancing = setTimeout(advanceUnlessDialogOpen, delayMs);
    function advanceUnlessDialogOpen() {
      if (!isDialogOpen()) return onAdvance();
      advancing = setTimeout(advanceUnlessDialogOpen, DIALOG_RECHECK_MS);
    }
    return () => {
      clearTimeout(preparing);
      clearTimeout(advancing);
    };
  }, [running, delayMs, shown]);
}

const isDialogOpen = () => document.querySelector('dialog:modal') !== null;

/** Whether the page is visible: false in a hidden tab and while it is prerendered. */
export function usePageIsVisible(): boolean {
  return useSyncExternalStore(subscribeToPageState, pageIsVisible, () => false);
}

/** `prerendering` comes with speculation rules; browsers without them leave it undefined. */
function pageIsVisible(): boolean {
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

/** False at build time; CSS disables the motion before hydration. */
export function usePrefersReducedMotion(): boolean {
  return useSyncExternalStore(subscribeToMotion, prefersReducedMotion, () => false);
}
