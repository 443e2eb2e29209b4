import { expect, test } from 'vitest';
import { FIELDS } from '../../../enquiry/fields.ts';
import { GOOD_ENQUIRIES, LOCALE } from '../../../tests/example-enquiries.ts';
import { toRequest } from '../fields/form-values.ts';
import { mailInstead } from './mail-instead.ts';

const TO = 'info@voorbeeld.example';
const texts = {
  fields: Object.fromEntries(FIELDS.map(({ name }) => [name, `Label van ${name}`])),
  form: { mailSubject: 'Aanvraag & vraag', mailCut: 'De rest past niet.' },
};

const mailOf = (values: Parameters<typeof toRequest>[0]) =>
  mailInstead(JSON.stringify(toRequest(values, 'captcha result', LOCALE)), TO, texts);

const bodyOf = (href: string) => new URL(href).searchParams.get('body') ?? '';

test('goes to the company with the subject filled in', () => {
  const { href } = mailOf(GOOD_ENQUIRIES['every field'].values);
  expect(href.startsWith(`mailto:${TO}?`)).toBe(true);
  expect(new URL(href).searchParams.get('subject')).toBe(texts.form.mailSubject);
});

test('holds everything that was typed, each under its label', () => {
  const body = bodyOf(mailOf(GOOD_ENQUIRIES['every field'].values).href);
  expect(body).not.toContain(texts.form.mailCut);
  const { message, ...lines } = GOOD_ENQUIRIES['every field'].enquiry;
  for (const [field, value] of Object.entries(lines)) {
    expect(body).toContain(`${texts.fields[field]}: ${value}\r\n`);
  }
  expect(body.endsWith(`\r\n${message.replaceAll('\n', '\r\n')}`)).toBe(true);
});

test('holds nothing of the captcha and nothing that was left empty', () => {
  const body = bodyOf(mailOf(GOOD_ENQUIRIES['fields left empty or blank'].values).href);
  expect(body).not.toContain('captcha result');
  expect(body).not.toContain('Label van city');
});

test('writes signs so that no mail program takes them for its own', () => {
  const { href } = mailOf({ email: 'a@b.be', name: 'A&cc=x@y.be+%0A', message: '#?&=+% ü' });
  expect([...new URL(href).searchParams.keys()]).toEqual(['subject', 'body']);
  expect(href).not.toContain('+');
  expect(decodeURIComponent(href)).toContain('A&cc=x@y.be+%0A');
});

test.each([
  ['plain', 'Dag. '.repeat(1_000)],
  ['with line ends', 'Dag.\n'.repeat(1_000)],
  ['of emoji', '👨‍👩‍👧‍👦'.repeat(400)],
  ['of letters with accents apart', 'e\u0301'.repeat(2_000)],
])('a long message %s breaks off where a link must end, and says so', (_kind, message) => {
  const { href, text } = mailOf({ email: 'a@b.be', name: 'Zoë', message });
  expect(href.length).toBeLessThanOrEqual(2_000);
  const body = bodyOf(href);
  expect(body).toContain(texts.form.mailCut);
  expect(body).not.toContain('\ufffd');
  const kept = body.slice(body.indexOf('\r\n\r\n') + 4, body.indexOf('…')).replaceAll('\r\n', '\n');
  expect(message.startsWith(kept)).toBe(true);
  expect(text).toContain(message);
});
