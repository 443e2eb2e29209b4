import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** A shorter movement is a tap. */
const MINIMUM_SWIPE_PX = 40;

/** For an element with the CSS `touch-action: pan-y pinch-zoom`. */
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
      const isTap = Math.abs(across) < MINIMUM_SWIPE_PX;
      const isVertical = Math.abs(across) < Math.abs(down);
      if (isTap || isVertical) return;
      hasSwiped.current = true;
      move(across < 0 ? 1 : -1);
    },
    onPointerCancel() {
      start.current = undefined;
    },
    /** A pen's swipe ends in a click. */
    onClickCapture(event: MouseEvent) {
      if (!hasSwiped.current) return;
      hasSwiped.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
