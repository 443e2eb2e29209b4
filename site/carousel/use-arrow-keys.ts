import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

/** Marks the carousels that the arrow keys can move. */
export const MOVABLE = 'data-movable';

/**
 * Lets the left and right arrow keys move a carousel. On a page with several carousels, they move
 * the one in the open dialog; otherwise the one that has the focus; otherwise, if nothing has the
 * focus, the one with the largest visible area.
 *
 * @param frame the element of the carousel, with the attribute {@link MOVABLE}
 */
export function useArrowKeys(frame: RefObject<Element | null>, move: (step: 1 | -1) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (hasModifier || event.defaultPrevented || findActiveFrame() !== frame.current) return;
    event.preventDefault();
    move(event.key === 'ArrowRight' ? 1 : -1);
  });
  // A layout effect, because keys count from the moment in which a dialog is shown.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function findActiveFrame(): Element | undefined {
  const dialog = document.querySelector('dialog:modal');
  const frames = [...(dialog ?? document).querySelectorAll(`[${MOVABLE}]`)];
  if (dialog) return frames[0];
  const focused = document.activeElement ?? document.body;
  // The body and the target of an in-page jump have the focus but do not handle keys.
  if (focused !== document.body && !focused.matches('[tabindex="-1"]')) {
    return frames.find((frame) => frame.contains(focused));
  }
  const [largest] = frames.toSorted((a, b) => visibleArea(b) - visibleArea(a));
  return largest && visibleArea(largest) > 0 ? largest : undefined;
}

/** Of the part of an element within the window, in square pixels. */
function visibleArea(element: Element): number {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const width = Math.min(right, window.innerWidth) - Math.max(left, 0);
  const height = Math.min(bottom, window.innerHeight) - Math.max(top, 0);
  return Math.max(0, width) * Math.max(0, height);
}
