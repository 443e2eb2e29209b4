import { expect, test } from 'vitest';
import { largestVisible } from './arrow-keys.ts';

const window_ = { left: 0, top: 0, right: 1000, bottom: 600 };
const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

test('the carousel with the largest visible part gets the keys, not the largest carousel', () => {
  const heroScrolledAway = box(0, -500, 1000, 600);
  const smallInSight = box(100, 200, 500, 300);
  expect(largestVisible([heroScrolledAway, smallInSight], window_)).toBe(1);
  expect(largestVisible([box(0, -100, 1000, 600), smallInSight], window_)).toBe(0);
});

test('what lies outside the window counts for nothing', () => {
  expect(largestVisible([box(0, 600, 1000, 600), box(-500, -500, 400, 400)], window_)).toBe(-1);
  expect(largestVisible([], window_)).toBe(-1);
});

test('of two that show equally much, the first in the page gets them', () => {
  expect(largestVisible([box(0, 0, 400, 300), box(500, 0, 400, 300)], window_)).toBe(0);
});
