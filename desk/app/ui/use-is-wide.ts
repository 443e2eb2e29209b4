import { useSyncExternalStore } from 'react';

/** The width from which the panel stands beside the page, and rows have room (the style sheets). */
const WIDE = '(min-width: 900px)';

function watchWidth(onChange: () => void) {
  const wide = matchMedia(WIDE);
  wide.addEventListener('change', onChange);
  return () => wide.removeEventListener('change', onChange);
}

export const useIsWide = () => useSyncExternalStore(watchWidth, () => matchMedia(WIDE).matches);
