import * as v from 'valibot';
import { expect, it } from 'vitest';
import { brandSchema, companySchema, messagesSchema, siteSchema } from '../../site/content.ts';
import { exampleValue } from '../../site/example-value.ts';
import type { Value } from '../values.ts';
import { EMPTY_STATE } from './content/state.ts';
import { getShown } from './content/store.ts';
import { lastRight } from './desk.ts';

const schemas = [companySchema, siteSchema, messagesSchema, brandSchema];
const shownWith = (value: Value, saved: Value) => {
  const file = { path: 'a.yaml', hash: '', value: saved };
  const content = { ...EMPTY_STATE, saved: { 'a.yaml': file } };
  return { ...getShown(), files: { 'a.yaml': value }, content };
};

it.each(schemas)('the page is shown with the last valid value of an invalid file', (schema) => {
  const right = exampleValue(schema) as Value;
  const wrong = { name: 3, url: 3, shell: 3, logo: 3 };
  expect(lastRight(shownWith(wrong, right), 'a.yaml', schema)).toEqual(v.parse(schema, right));
  expect(v.is(schema, lastRight(shownWith(wrong, wrong), 'a.yaml', schema))).toBe(true);
});
