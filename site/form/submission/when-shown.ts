import type { EffectCallback } from 'react';

/** `prerendering` (Speculation Rules) is missing in TypeScript's DOM types. */
interface PrerenderingDocument extends EventTarget {
  prerendering?: boolean;
}

/**
 * Runs an effect when the page is shown, so that a prerendered page makes no requests.
 *
 * @returns the cleanup function
 */
export function whenShown(
  effect: EffectCallback,
  page: PrerenderingDocument = document,
): () => void {
  let cleanUp: ReturnType<EffectCallback>;
  const run = () => {
    cleanUp = effect();
  };
  if (page.prerendering) page.addEventListener('prerenderingchange', run, { once: true });
  else run();
  return () => {
    page.removeEventListener('prerenderingchange', run);
    cleanUp?.();
  };
}
