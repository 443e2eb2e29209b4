import { describe, expect, test } from 'vitest';
import { offsetIn, PAGE_JUMP, SCROLL_LINK, scrollDestination, scrollPosition } from './scroll.ts';

describe('scrollPosition', () => {
  test('begins where the page stands and ends at the destination', () => {
    expect(scrollPosition(100, 900, 0, 1250)).toBe(100);
    expect(scrollPosition(100, 900, 1250, 1250)).toBe(900);
  });

  test('is half way at half time, slow at both ends', () => {
    expect(scrollPosition(0, 1000, 625, 1250)).toBe(500);
    expect(scrollPosition(0, 1000, 125, 1250)).toBeCloseTo(4);
    expect(scrollPosition(0, 1000, 1125, 1250)).toBeCloseTo(996);
  });

  test('never turns back, up or down the page', () => {
    const times = Array.from({ length: 126 }, (_, index) => index * 10);
    const down = times.map((ms) => scrollPosition(0, 3000, ms, 1250));
    const up = times.map((ms) => scrollPosition(3000, 0, ms, 1250));
    expect(down).toEqual(down.toSorted((a, b) => a - b));
    expect(up).toEqual(up.toSorted((a, b) => b - a));
  });

  test('does not overshoot when a frame comes late, nor before it starts', () => {
    expect(scrollPosition(0, 1000, 60_000, 1250)).toBe(1000);
    expect(scrollPosition(0, 1000, -5, 1250)).toBe(0);
  });
});

describe('scrollDestination', () => {
  test('stops the offset above the target', () => {
    expect(scrollDestination(1000, 119, 5000)).toBe(881);
  });

  test('stays within the page at both ends', () => {
    expect(scrollDestination(50, 119, 5000)).toBe(0);
    expect(scrollDestination(4900, 119, 4000)).toBe(4000);
  });
});

describe('offsetIn', () => {
  test.each([
    [2160, 206],
    [740, 206],
    [466, 206],
    [400, 140],
    [256, 104],
    [100, 104],
  ])('in a window %d px high a jump stops %d px above its target', (height, offset) => {
    expect(offsetIn(height, PAGE_JUMP.offset)).toBe(offset);
  });

  test('is as specified for a scroll link in every window but the lowest', () => {
    expect(offsetIn(379, SCROLL_LINK.offset)).toBe(119);
  });
});
