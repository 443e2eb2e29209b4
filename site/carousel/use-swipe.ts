import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** Where a finger or pen was, in pixels. */
interface Point {
  x: number;
  y: number;
}

/** Shorter than this it is a tap with an unsteady hand. */
const MINIMUM_SWIPE_PX = 40;

/**
 * Handlers for the element that is swiped over. Its `touch-action` must leave sideways movement to
 * us ('pan-y pinch-zoom').
 */
export function useSwipe(move: (step: 1 | -1) => void) {
  const start = useRef<(Point & { pointerId: number }) | null>(null);
  const justSwiped = useRef(false);
  return {
    onPointerDown(event: PointerEvent) {
      justSwiped.current = false;
      // A second finger is a pinch, no swipe.
      start.current =
        event.pointerType !== 'mouse' && event.isPrimary
          ? { pointerId: event.pointerId, x: event.clientX, y: event.clientY }
          : null;
    },
    onPointerUp(event: PointerEvent) {
      if (start.current?.pointerId !== event.pointerId) return;
      const step = swipeStep(start.current, { x: event.clientX, y: event.clientY });
      start.current = null;
      if (step === 0) return;
      justSwiped.current = true;
      move(step);
    },
    onPointerCancel() {
      start.current = null;
    },
    /** A swipe that ends on a button is no click on it. */
    onClickCapture(event: MouseEvent) {
      if (!justSwiped.current) return;
      justSwiped.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/**
 * What a touch asks for: a swipe to the left the next photo, to the right the previous one. More down
 * than sideways is scrolling: the browser does it and cancels the touch, or it counts for none.
 */
export function swipeStep(start: Point, end: Point): 1 | -1 | 0 {
  const across = end.x - start.x;
  const down = end.y - start.y;
  if (Math.abs(across) < MINIMUM_SWIPE_PX || Math.abs(across) < Math.abs(down)) return 0;
  return across < 0 ? 1 : -1;
}
