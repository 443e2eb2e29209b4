import { expect, test } from 'vitest';
import { isPlainClick, offsetIn, scrollPosition } from './scroll.ts';

test('a scroll begins and ends where it should, slowly, and never overshoots', () => {
  const at = (elapsedMs: number) => scrollPosition(0, 1000, elapsedMs, 1250);
  expect([-5, 0, 625, 1250, 60_000].map(at)).toEqual([0, 0, 500, 1000, 1000]);
  expect(at(125)).toBeCloseTo(4);
  expect(at(1125)).toBeCloseTo(996);
});

test.each([
  [740, 206],
  [466, 206],
  [400, 140],
  [256, 104],
  [100, 104],
])('in a window %d px high a jump stops %d px above its target', (height, offset) => {
  expect(offsetIn(height, 206)).toBe(offset);
});

test.each([
  ['the middle button', { button: 1 }],
  ['Ctrl', { ctrlKey: true }],
  ['Cmd', { metaKey: true }],
  ['Shift', { shiftKey: true }],
  ['Alt', { altKey: true }],
  ['another listener', { defaultPrevented: true }],
])('a click with %s is left to the browser', (_name, change) => {
  const plain = {
    button: 0,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    defaultPrevented: false,
  };
  expect(isPlainClick(plain)).toBe(true);
  expect(isPlainClick({ ...plain, ...change })).toBe(false);
});
