import { expect, test } from 'vitest';
import { isPlainClick } from './scroll.ts';

const plain = {
  button: 0,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  defaultPrevented: false,
};

test('a plain click is the page’s to handle', () => {
  expect(isPlainClick(plain)).toBe(true);
});

test.each([
  ['the middle button', { button: 1 }],
  ['Ctrl', { ctrlKey: true }],
  ['Cmd', { metaKey: true }],
  ['Shift', { shiftKey: true }],
  ['Alt', { altKey: true }],
  ['somebody who handled it', { defaultPrevented: true }],
])('a click with %s is not', (_name, change) => {
  expect(isPlainClick({ ...plain, ...change })).toBe(false);
});
