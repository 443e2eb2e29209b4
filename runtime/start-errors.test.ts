import { expect, test } from 'vitest';
import { listenError, startErrorMessage } from './start-errors.ts';

test('an operator gets one line, and a fault of the code its place', () => {
  expect(startErrorMessage(new Error('PORT: expected a number'))).toBe('PORT: expected a number');
  expect(startErrorMessage(new TypeError('x is not a function'))).toMatch(
    /^TypeError: x is not a function\n +at .*start-errors\.test\.ts/,
  );
});

test.each([
  ['EADDRINUSE', /another PORT/],
  ['EACCES', /from 1024 on/],
  ['EADDRNOTAVAIL', /not an address of this machine/],
  ['EMFILE', /^PORT: listen EMFILE\.$/],
])('the advice for %s fits', (code, advice) => {
  const error = Object.assign(new Error(`listen ${code}`), { code });
  expect(listenError(error, 'PORT').message).toMatch(advice);
});
