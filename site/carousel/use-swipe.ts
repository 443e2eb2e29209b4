import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** Where a finger or pen was, in pixels. */
interface Point {
  x: number;
  y: number;
}

/** A shorter movement is a tap. */
const MINIMUM_SWIPE_PX = 40;

/** Swipe handlers for an element, whose CSS `touch-action` must be 'pan-y pinch-zoom'. */
export function useSwipe(move: (step: 1 | -1) => void) {
  const start = useRef<(Point & { pointerId: number }) | null>(null);
  const justSwiped = useRef(false);
  return {
    onPointerDown(event: PointerEvent) {
      justSwiped.current = false;
      // A second finger is a pinch, not a swipe.
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
    /** Suppresses the click when a swipe ends on a button. */
    onClickCapture(event: MouseEvent) {
      if (!justSwiped.current) return;
      justSwiped.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/**
 * Direction of a swipe: left is 1 (next), right is -1 (previous). A short or mostly vertical
 * movement is 0.
 */
export function swipeStep(start: Point, end: Point): 1 | -1 | 0 {
  const across = end.x - start.x;
  const down = end.y - start.y;
  if (Math.abs(across) < MINIMUM_SWIPE_PX || Math.abs(across) < Math.abs(down)) return 0;
  return across < 0 ? 1 : -1;
}
