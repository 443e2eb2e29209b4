import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { isPlain } from '../browser/scroll.ts';

/** This attribute marks the carousels that the arrow keys can move. */
export const MOVABLE = 'data-movable';

/**
 * Moves a carousel with the left and right arrow keys: the one in the open dialog, else the one
 * with the focus, else the one with the largest visible area.
 *
 * @param frame the carousel's element, with the attribute {@link MOVABLE}
 */
export function useArrowKeys(frame: RefObject<Element | null>, move: (step: 1 | -1) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event;
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    if (!isPlain(event) || findActiveFrame() !== frame.current) return;
    event.preventDefault();
    move(key === 'ArrowRight' ? 1 : -1);
  });
  // This is a layout effect, because a dialog must handle keys from its first frame on.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function findActiveFrame(): Element | undefined {
  const dialog = document.querySelector('dialog[open]');
  const frames = [...(dialog ?? document).querySelectorAll(`[${MOVABLE}]`)];
  if (dialog) return frames[0];
  const focused = document.activeElement ?? document.body;
  // The target of an in-page jump has the focus but does not handle keys.
  const handlesKeys = !focused.matches('body, [tabindex="-1"]');
  if (handlesKeys) return frames.find((frame) => frame.contains(focused));
  let largest: Element | undefined;
  let largestArea = 0;
  for (const frame of frames) {
    const area = visibleArea(frame);
    if (area <= largestArea) continue;
    largest = frame;
    largestArea = area;
  }
  return largest;
}

/** The area of an element that is within the window, in square pixels. */
function visibleArea(element: Element): number {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const width = Math.min(right, innerWidth) - Math.max(left, 0);
  const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
  return Math.max(0, width) * Math.max(0, height);
}
