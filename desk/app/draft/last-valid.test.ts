import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  brandSchema,
  companySchema,
  messagesSchema,
  noticeSchema,
  siteSchema,
} from '../../../site/content/content.ts';
import { walkContent } from '../../../site/schema/content-walk.ts';
import { exampleValue } from '../../../site/schema/example-value.ts';
import { sectionKinds } from '../../../site/sections/section-kinds.ts';
import { type Value, valueAt, withValue } from '../../shared/values.ts';
import { lastValid } from './last-valid.ts';

const schemas = {
  ...Object.fromEntries(
    Object.entries(sectionKinds).map(([kind, section]) => [kind, section.schema]),
  ),
  company: companySchema,
  site: siteSchema,
  messages: messagesSchema,
  brand: brandSchema,
  notice: noticeSchema,
};

/** Values that some schema refuses: of another type, empty, or too long. */
const WRONG: Value[] = [3, -1, null, '', 'twaalf', [], {}, false, 'x'.repeat(5000), 'een\n\ntwee'];

describe.each(Object.entries(schemas))('%s', (_, schema) => {
  const whole = exampleValue(schema, { includesOptional: true, items: 2 }) as Value;

  test('beside one wrong value, all others are shown as they were typed', () => {
    walkContent(schema, whole, (_, __, path) => {
      if (path.length === 0) return;
      for (const wrong of WRONG) {
        const typed = withValue(whole, path, wrong);
        const shown = lastValid(schema, typed, whole);
        walkContent(schema, typed, (value, _, other) => {
          const isElsewhere = path.some((step, depth) => other[depth] !== step);
          if (typeof value !== 'string' || !isElsewhere) return;
          const label = `${path.join('.')} = ${JSON.stringify(wrong)?.slice(0, 20)}`;
          expect(valueAt(shown, other), `${label} hides ${other.join('.')}`).toBe(value);
        });
      }
    });
  });

  test('a value that never was valid is replaced by a valid one', () => {
    for (const wrong of WRONG) {
      if (v.is(schema, wrong)) continue;
      expect(v.is(schema, lastValid(schema, wrong, undefined))).toBe(true);
    }
  });
});

test('a text is shown as it was typed, also an empty one', () => {
  const { schema } = sectionKinds.quote;
  const before = { kind: 'quote', text: 'Lekker', who: 'An' };
  const typed = { kind: 'quote', text: '', who: 'An en Bert' };
  expect(lastValid(schema, typed, before)).toEqual(typed);
});

test('a new price without an amount is not shown, a wrong one stays as it was', () => {
  const { schema } = sectionKinds.offer;
  const offer = exampleValue(schema) as { [key: string]: Value };
  const typed = { ...offer, heading: 'Nieuw', price: { amount: null } };
  expect(lastValid(schema, typed, offer)).toEqual({ ...offer, heading: 'Nieuw' });
  const before = { ...offer, price: { amount: 24, per: 'persoon' } };
  const wrong = { ...offer, heading: 'Nieuw', price: { amount: 'twaalf', per: 'gast' } };
  expect(lastValid(schema, wrong, before)).toMatchObject({
    heading: 'Nieuw',
    price: { amount: 24, per: 'gast' },
  });
});
