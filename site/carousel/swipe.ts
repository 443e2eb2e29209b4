/** Where a finger or pen stood, in pixels. */
export interface Point {
  x: number;
  y: number;
}

/** Shorter than this it is a tap with an unsteady hand. */
const MINIMUM_SWIPE_PX = 40;

/**
 * What a touch asks for: a swipe to the left the next picture, to the right the previous one. More
 * down than sideways is scrolling: the browser does it and cancels the touch, or it counts for none.
 */
export function swipeStep(start: Point, end: Point): 1 | -1 | 0 {
  const across = end.x - start.x;
  const down = end.y - start.y;
  if (Math.abs(across) < MINIMUM_SWIPE_PX || Math.abs(across) < Math.abs(down)) return 0;
  return across < 0 ? 1 : -1;
}
