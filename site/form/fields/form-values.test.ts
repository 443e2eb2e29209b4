import * as v from 'valibot';
import { expect, test } from 'vitest';
import { enquirySchema } from '../../../enquiry/enquiry.ts';
import {
  BAD_ENQUIRIES,
  GOOD_ENQUIRIES,
  LOCALE,
} from '../../../tests/support/requests/example-enquiries.ts';
import {
  type FormValues,
  findInvalidFields,
  isBlank,
  textAfterBlur,
  toEnquiry,
  toRequest,
} from './form-values.ts';

test.each(Object.entries(GOOD_ENQUIRIES))('the form sends %s', (_name, { values, enquiry }) => {
  expect(toEnquiry(values, LOCALE)).toEqual(enquiry);
  expect(v.parse(enquirySchema, toEnquiry(values, LOCALE))).toEqual(enquiry);
  expect(findInvalidFields(values, LOCALE).size).toBe(0);
});

test.each(Object.entries(BAD_ENQUIRIES))(
  'the form refuses %s and names the rule that each field breaks',
  (_name, { values, rules }) => {
    expect(v.safeParse(enquirySchema, toEnquiry(values, LOCALE)).success).toBe(false);
    expect(Object.fromEntries(findInvalidFields(values, LOCALE))).toEqual(rules);
  },
);

test('wrong fields come in the order of the form', () => {
  const wrong = findInvalidFields({ date: 'x', personCount: 'x', email: 'x' }, LOCALE);
  expect([...wrong.keys()]).toEqual(['email', 'name', 'date', 'personCount', 'message']);
});

test.each([
  ['80', 80],
  ['0', 0],
  ['1.200', 1200],
  ['1 200', 1200],
  ['1\u00a0200', 1200],
  ['1.20', Number.NaN],
  ['1,200', Number.NaN],
  ['-5', Number.NaN],
  ['1e3', Number.NaN],
  ['tachtig', Number.NaN],
  ['٨٠', Number.NaN],
  ['\u200b80\u00a0', 80],
])('the form reads the count %j as %d', (text, count) => {
  expect(toEnquiry({ personCount: text }, LOCALE)).toEqual({ personCount: count });
});

test.each([
  ...['80-100', '80 à 100', '80 tot 100', '80/100', 'ca. 80', '± 80', '80+', '80 max', '~80'],
  ...['ongeveer 80', '80 personen', '80,5', '-5'],
])('the form says that one number is needed for %j', (personCount) => {
  const values = { email: 'zoe@c.be', name: 'Zoë', message: 'Dag', personCount };
  expect(Object.fromEntries(findInvalidFields(values, LOCALE))).toEqual({
    personCount: 'countNotOne',
  });
});

test('the form shows how an address and a date are understood', () => {
  expect(textAfterBlur('email', 'mailto:\u200bzoe＠c.be', LOCALE)).toBe('zoe@c.be');
  expect(textAfterBlur('email', 'zoe', LOCALE)).toBe('zoe');
  expect(textAfterBlur('date', 'vrijdag 5 maart 2027', LOCALE)).toBe('05/03/2027');
  expect(textAfterBlur('date', 'zaterdag 5 maart 2027', LOCALE)).toBe('zaterdag 5 maart 2027');
  expect(textAfterBlur('date', 'ooit', LOCALE)).toBe('ooit');
});

test('the form sends the captcha result under both names and no unknown key', () => {
  const values = { name: 'Zoë', admin: 'true', constructor: 'x', _csrf: 'y' };
  const request = toRequest(values as FormValues, 'r', LOCALE);
  expect(request).toEqual({ name: 'Zoë', token: 'r', recaptcha: 'r' });
});

test('the form sends the honeypot only if it is filled in', () => {
  expect(toRequest({ website: ' ' }, 'r', LOCALE)).not.toHaveProperty('website');
  const trapped = toRequest({ website: 'https://spam.example' }, 'r', LOCALE);
  expect(trapped).toHaveProperty('website', 'https://spam.example');
});

test('a form in which nothing is filled in is detected', () => {
  expect(isBlank({})).toBe(true);
  expect(isBlank({ name: ' ', message: '\n\u200b\u3164', website: '' })).toBe(true);
  expect(isBlank({ name: '0' })).toBe(false);
});
