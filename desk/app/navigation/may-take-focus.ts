import { useRef } from 'react';

/**
 * Tells whether a screen may take the focus: when it is new, or when its content arrives later and
 * the caterer has not moved the focus meanwhile.
 *
 * @returns a function to call with the name of the screen that is shown
 */
export function useMayTakeFocus(): (screen: string) => boolean {
  const last = useRef<{ screen: string; focused: Element | null }>(undefined);
  return (screen) => {
    const { activeElement, body } = document;
    if (last.current?.screen !== screen) {
      last.current = { screen, focused: activeElement };
      return true;
    }
    return activeElement === body || activeElement === last.current.focused;
  };
}
