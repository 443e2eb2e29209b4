import { expect, test } from 'vitest';
import { BAD_ENQUIRIES, GOOD_ENQUIRIES, type GoodExample } from '../../enquiry/examples.ts';
import { findWrongFields } from './enquiry-resolver.ts';

test.each(Object.entries<GoodExample>(GOOD_ENQUIRIES))(
  'nothing is wrong with %s',
  (_name, { values }) => {
    expect(findWrongFields(values).size).toBe(0);
  },
);

test.each(Object.entries(BAD_ENQUIRIES))('%s breaks its rules and no other', (_name, example) => {
  expect(Object.fromEntries(findWrongFields(example.values))).toEqual(example.rules);
});

test('wrong fields come in the order of the form', () => {
  const wrong = findWrongFields({ date: 'x', clientType: 'x', personCount: 'x', email: 'x' });
  expect([...wrong.keys()]).toEqual([
    'email',
    'name',
    'clientType',
    'date',
    'personCount',
    'message',
  ]);
});
