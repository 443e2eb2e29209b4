import { type PointerEvent, useRef } from 'react';

/** A shorter movement is a tap. */
const MIN_SWIPE_PX = 40;

/** Recognises swipes on an element with the CSS `touch-action: pan-y pinch-zoom`. */
export function useSwipe(move: (step: 1 | -1) => void) {
  const start = useRef<PointerEvent>(undefined);
  return {
    onPointerDown(event: PointerEvent) {
      // Two fingers pinch instead of swiping. A pen or a mouse ends its movement in a click, so
      // neither counts.
      const isSwipe = event.isPrimary && event.pointerType === 'touch';
      start.current = isSwipe ? event : undefined;
    },
    onPointerUp(event: PointerEvent) {
      if (start.current?.pointerId !== event.pointerId) return;
      const across = event.clientX - start.current.clientX;
      const down = event.clientY - start.current.clientY;
      start.current = undefined;
      const isTap = Math.abs(across) < MIN_SWIPE_PX;
      const isVertical = Math.abs(across) < Math.abs(down);
      if (!isTap && !isVertical) move(across < 0 ? 1 : -1);
    },
    onPointerCancel() {
      start.current = undefined;
    },
  };
}
