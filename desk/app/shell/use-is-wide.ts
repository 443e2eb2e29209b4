import { useSyncExternalStore } from 'react';

/** The width from which the panel stands beside the page, and rows have room (the style sheets). */
const wide = window.matchMedia('(min-width: 900px)');

function watchWidth(onChange: () => void) {
  wide.addEventListener('change', onChange);
  return () => wide.removeEventListener('change', onChange);
}

export const useIsWide = () => useSyncExternalStore(watchWidth, () => wide.matches);
