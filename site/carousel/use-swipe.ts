import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** A shorter movement is a tap. */
const MINIMUM_SWIPE_PX = 40;

/** Swipe handlers for an element, whose CSS `touch-action` must be 'pan-y pinch-zoom'. */
export function useSwipe(move: (step: 1 | -1) => void) {
  const start = useRef<PointerEvent>(undefined);
  const hasSwiped = useRef(false);
  return {
    onPointerDown(event: PointerEvent) {
      hasSwiped.current = false;
      // A second finger is a pinch, not a swipe.
      const isSwipe = event.isPrimary && event.pointerType !== 'mouse';
      start.current = isSwipe ? event : undefined;
    },
    onPointerUp(event: PointerEvent) {
      if (start.current?.pointerId !== event.pointerId) return;
      const across = event.clientX - start.current.clientX;
      const down = event.clientY - start.current.clientY;
      start.current = undefined;
      if (Math.abs(across) < MINIMUM_SWIPE_PX || Math.abs(across) < Math.abs(down)) return;
      hasSwiped.current = true;
      move(across < 0 ? 1 : -1);
    },
    onPointerCancel() {
      start.current = undefined;
    },
    /** Suppresses the click when a swipe ends on a button. */
    onClickCapture(event: MouseEvent) {
      if (!hasSwiped.current) return;
      hasSwiped.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
