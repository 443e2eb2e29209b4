import * as v from 'valibot';
import { expect, test } from 'vitest';
import { placeOf } from './index.ts';
import { quoteSchema } from './quote/schema.ts';

test('the first heading of a page is its h1, also below a section without one', () => {
  const sections = [{ kind: 'quote' }, { kind: 'offer' }, { kind: 'offer' }] as const;
  const places = sections.map((_, index) => placeOf([...sections], index));
  expect(places.map(({ Heading }) => Heading)).toEqual(['h1', 'h1', 'h2']);
  expect(places.map(({ isFirst }) => isFirst)).toEqual([true, false, false]);
});

test('quotation marks around a whole quote, which the page sets, are refused', () => {
  const parse = (text: string) => v.safeParse(quoteSchema, { kind: 'quote', text, who: 'Tom' });
  expect(parse('“Tout est parti.”').success).toBe(false);
  expect(parse('Elle a dit “encore” et tout est parti.').success).toBe(true);
});
