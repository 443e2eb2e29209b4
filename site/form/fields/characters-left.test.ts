import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_LENGTH, MAX_REQUEST_BYTES } from '../../../enquiry/enquiry.ts';
import { charactersLeft } from './characters-left.ts';
import { toRequest } from './form-values.ts';

const left = (message: string, company = '') =>
  charactersLeft({ message, company }, 'message', 'nl-BE');

test('a text of plain letters is limited by its length alone', () => {
  expect(left('')).toBe(MAX_LENGTH.text);
  expect(left('a'.repeat(MAX_LENGTH.text))).toBe(0);
  expect(left('a'.repeat(MAX_LENGTH.text + 3))).toBe(-3);
});

test('without what is said to be too much it fits a request, and with a letter more it does not', () => {
  // No blanks: those at the end of what is kept do not travel.
  const letters = fc.constantFrom('a', 'é', '山', '🥂', '"');
  const texts = fc
    .array(fc.tuple(letters, fc.integer({ min: 1, max: 6000 })), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.map(([letter, times]) => letter.repeat(times)).join(''));
  fc.assert(
    fc.property(texts, fc.nat(200), (message, length) => {
      const company = '山'.repeat(length);
      const tooMany = -left(message, company);
      fc.pre(tooMany > 0);
      const kept = message.slice(0, -tooMany);
      expect(left(kept, company)).toBeGreaterThanOrEqual(0);
      const request = JSON.stringify(toRequest({ message: kept, company }, 'x'.repeat(2000), ''));
      expect(new TextEncoder().encode(request).length).toBeLessThanOrEqual(MAX_REQUEST_BYTES);
      const [next = ''] = message.slice(-tooMany);
      expect(left(kept + next, company)).toBeLessThan(0);
    }),
    { numRuns: 20 },
  );
});
