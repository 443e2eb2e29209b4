import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { type Point, swipeStep } from './swipe.ts';

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
