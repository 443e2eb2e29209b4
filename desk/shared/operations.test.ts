import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyOperation, operationsTo } from './operations.ts';
import type { MaybeValue, Value } from './values.ts';

const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Value>('Feesten', 'Buffet', '', 12.5, true, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('kind', 'heading', 'price'), tie('value')),
  ),
})).value;

test('the operations between two values turn the first into the second', () => {
  const file = fc.dictionary(fc.constantFrom('title', 'sections', 'hidden'), value);
  fc.assert(
    fc.property(file, file, (before, after) => {
      const made = operationsTo(before, after).reduce<MaybeValue>(applyOperation, before);
      expect(made).toEqual(after);
    }),
  );
});

test('what two values have in common is left alone', () => {
  const before = { title: 'Feesten', sections: [{ kind: 'quote', text: 'Lekker' }] };
  const after = { title: 'Feesten', sections: [{ kind: 'quote', text: 'Heerlijk' }] };
  expect(operationsTo(before, after)).toEqual([
    { type: 'set', path: ['sections', 0, 'text'], value: 'Heerlijk' },
  ]);
});
