import type { EffectCallback } from 'react';

/** Browsers that prerender pages ahead (Speculation Rules) say so; TypeScript's DOM does not yet. */
interface PrerenderingDocument extends EventTarget {
  prerendering?: boolean;
}

/**
 * Runs an effect once a visitor looks at the page: a page that the browser merely prepares ahead
 * makes no calls.
 *
 * @returns cleans up, whether it ran or not
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
