import * as v from 'valibot';
import { expect, test } from 'vitest';
import { field } from '../../../site/schema/content-values.ts';
import { helpOf, readNumber, writeNumber } from './form-values.ts';

test.each([
  ['12,50', 12.5],
  ['12.50', 12.5],
  ['€ 12,50', 12.5],
  ['12,5 €', 12.5],
  ['12', 12],
  ['1.250', 1250],
  ['1.250,75', 1250.75],
  ['-3,5', -3.5],
])('the typed number %s is read as %d', (typed, value) => {
  expect(readNumber(typed)).toBe(value);
});

test.each(['', 'tien', '12,50,00', '1.2.3', '12 per persoon'])(
  'the typed text %j is not read as a number',
  (typed) => {
    expect(readNumber(typed)).toBeUndefined();
  },
);

test.each([12.5, 7, 0.05, 51.0543, 1250])(
  'the number %d is unchanged after it was shown and read again',
  (value) => {
    expect(readNumber(writeNumber(value))).toBe(value);
  },
);

test('a help text begins with a capital, and ends with a full stop if it has two sentences', () => {
  const help = (text: string) => helpOf(field(v.string(), 'Belofte', text));
  expect(help('enkele woorden')).toBe('Enkele woorden');
  expect(help('één zin. Of niets')).toBe('Eén zin. Of niets.');
});
