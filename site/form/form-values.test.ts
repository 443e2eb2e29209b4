import * as v from 'valibot';
import { expect, test } from 'vitest';
import { enquiryRequestSchema, enquirySchema } from './enquiry.ts';
import { BAD_ENQUIRIES, GOOD_ENQUIRIES, type GoodExample } from './examples.ts';
import {
  type FormValues,
  fromRequest,
  isBlank,
  toEnquiry,
  toRequest,
  VISIBLE_FIELDS,
} from './payload.ts';
import readme from './README.md?raw';

test.each(Object.entries<GoodExample>(GOOD_ENQUIRIES))('sends %s', (_name, { values, enquiry }) => {
  expect(toEnquiry(values)).toEqual(enquiry);
  expect(v.parse(enquirySchema, toEnquiry(values))).toEqual(enquiry);
});

test.each(Object.entries(BAD_ENQUIRIES))('does not send %s', (_name, { values }) => {
  expect(v.safeParse(enquirySchema, toEnquiry(values)).success).toBe(false);
});

test('keeps what cannot be read, so that the schema refuses it under its own field', () => {
  const enquiry = toEnquiry({ date: '31/02/2027', personCount: 'veel' });
  expect(enquiry).toEqual({ date: '31/02/2027', personCount: Number.NaN });
});

test.each([
  ['80', 80],
  [' 80 ', 80],
  ['0', 0],
  ['007', 7],
  ['1.200', 1200],
  ['1 200', 1200],
  ['1\u00a0200', 1200],
  ['12.345.678', 12_345_678],
  ['1.20', Number.NaN],
  ['1,200', Number.NaN],
  ['80,0', Number.NaN],
  ['-5', Number.NaN],
  ['+5', Number.NaN],
  ['1e3', Number.NaN],
  ['0x10', Number.NaN],
  ['tachtig', Number.NaN],
  ['80 personen', Number.NaN],
  ['٨٠', Number.NaN],
  ['Infinity', Number.NaN],
])('reads the count %j as %d', (text, count) => {
  expect(toEnquiry({ personCount: text })).toEqual({ personCount: count });
});

test('sends the captcha result under both names', () => {
  const request = toRequest({}, 'result');
  expect(request).toEqual({ token: 'result', recaptcha: 'result' });
});

test('never sends a key of no field', () => {
  const values = { name: 'Zoë', admin: 'true', constructor: 'x', _csrf: 'y' };
  expect(toRequest(values as FormValues, 'r')).toEqual({ name: 'Zoë', token: 'r', recaptcha: 'r' });
});

test('sends the field no person sees only when a program filled it in', () => {
  expect(toRequest({ website: ' ' }, 'r')).not.toHaveProperty('website');
  expect(toRequest({ website: 'https://spam.example' }, 'r')).toHaveProperty('website');
});

test.each(Object.entries<GoodExample>(GOOD_ENQUIRIES))(
  'puts %s back in the controls, to be the same request again',
  (_name, { values }) => {
    const request = toRequest({ ...values, website: 'x' }, 'result');
    const back = fromRequest(JSON.stringify(request));
    expect(toRequest(back, 'result')).toEqual(request);
  },
);

test('puts the date and the count back as a visitor writes them', () => {
  const request = toRequest({ date: '5/3/2027', personCount: '1.200' }, 'result');
  expect(fromRequest(JSON.stringify(request))).toEqual({ date: '05/03/2027', personCount: '1200' });
});

test('knows a form in which nothing is filled in', () => {
  expect(isBlank({})).toBe(true);
  expect(isBlank({ name: ' ', message: '\n', website: '' })).toBe(true);
  expect(isBlank({ name: '0' })).toBe(false);
});

// The contract: section 3 of the specification, word for word.
const FIELD_TABLE = [
  'email',
  'name',
  'message',
  'firstName',
  'company',
  'street',
  'number',
  'postalCode',
  'city',
  'phone',
  'vatNumber',
  'clientType',
  'productType',
  'date',
  'partyLocation',
  'personCount',
  'grownupCount',
  'childrenCount',
  'token',
  'recaptcha',
];
const WITHOUT_INPUT = ['grownupCount', 'childrenCount'];

test('a form filled in whole sends exactly the fields of the field table', () => {
  const sent = Object.keys(toRequest(GOOD_ENQUIRIES['every field'].values, 'result'));
  expect(sent.toSorted()).toEqual(
    FIELD_TABLE.filter((field) => !WITHOUT_INPUT.includes(field)).toSorted(),
  );
});

test('the schema takes the fields of the field table, and only the field no person sees besides', () => {
  expect(Object.keys(enquiryRequestSchema.entries).toSorted()).toEqual(
    [...FIELD_TABLE, 'website'].toSorted(),
  );
});

test('README lists every field that travels', () => {
  const rows = readme.split('## What travels')[1] ?? '';
  const named = rows
    .split('\n')
    .flatMap((line) => /^\| ([a-zA-Z, ]+?) +\|/.exec(line)?.[1]?.split(', ') ?? []);
  expect(named.filter((name) => name !== 'Key').toSorted()).toEqual(
    [...FIELD_TABLE, 'website'].toSorted(),
  );
});

test('every field with a control is in the contract', () => {
  for (const field of VISIBLE_FIELDS) expect(FIELD_TABLE).toContain(field);
});
