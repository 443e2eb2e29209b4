import { expect, test } from 'vitest';
import { swipeStep } from './use-swipe.ts';

const from = { x: 200, y: 300 };

test.each([
  ['to the left: next', { x: 120, y: 310 }, 1],
  ['to the right: previous', { x: 280, y: 290 }, -1],
  ['a tap with an unsteady hand: nothing', { x: 161, y: 300 }, 0],
  ['exactly the least distance: next', { x: 160, y: 300 }, 1],
  ['more down than across, scrolling: nothing', { x: 120, y: 420 }, 0],
  ['more up than across: nothing', { x: 280, y: 200 }, 0],
])('%s', (_name, to, step) => {
  expect(swipeStep(from, to)).toBe(step);
});
