import { expect, test } from 'vitest';
import { FIELDS, type FieldName } from '../../../enquiry/fields.ts';
import { GOOD_ENQUIRIES, LOCALE } from '../../../tests/support/requests/example-enquiries.ts';
import type { FormValues } from '../fields/form-values.ts';
import type { FormSettings } from '../form-settings.ts';
import { mailInstead } from './mail-instead.ts';

const TO = 'info@voorbeeld.example';
const labels = FIELDS.map(({ name }) => [name, `Label van ${name}`]);
const texts = {
  fields: Object.fromEntries(labels) as Record<FieldName, string>,
  form: { mailSubject: 'Aanvraag & vraag', mailCut: 'De rest past niet.' },
};

const settings = { contact: { email: TO }, locale: LOCALE, texts } as FormSettings;
const mailOf = (values: FormValues) => mailInstead(values, settings);

const bodyOf = (href: string) => new URL(href).searchParams.get('body') ?? '';

test('the mail link contains the company’s address and every field under its label', () => {
  const { href } = mailOf(GOOD_ENQUIRIES['every field'].values);
  expect(href.startsWith(`mailto:${TO}?`)).toBe(true);
  expect(new URL(href).searchParams.get('subject')).toBe(texts.form.mailSubject);
  const body = bodyOf(href);
  expect(body).not.toContain(texts.form.mailCut);
  const { message, ...lines } = GOOD_ENQUIRIES['every field'].enquiry;
  for (const [field, value] of Object.entries(lines)) {
    expect(body).toContain(`Label van ${field}: ${value}\r\n`);
  }
  expect(body.endsWith(`\r\n${message.replaceAll('\n', '\r\n')}`)).toBe(true);
});

test('the mail link encodes special characters', () => {
  const { href } = mailOf({ email: 'a@b.be', name: 'A&cc=x@y.be+%0A', message: '#?&=+% ü' });
  expect([...new URL(href).searchParams.keys()]).toEqual(['subject', 'body']);
  expect(href).not.toContain('+');
  expect(decodeURIComponent(href)).toContain('A&cc=x@y.be+%0A');
});

test.each([
  ['plain text', 'Dag. '.repeat(1_000)],
  ['line breaks', 'Dag.\n'.repeat(1_000)],
  ['emoji', '👨‍👩‍👧‍👦'.repeat(400)],
])('a long message of %s is cut off with a notice', (_kind, message) => {
  const { href, text } = mailOf({ email: 'a@b.be', name: 'Zoë', message });
  expect(href.length).toBeLessThanOrEqual(2_000);
  const body = bodyOf(href);
  expect(body).toContain(texts.form.mailCut);
  expect(body).not.toContain('\ufffd');
  const start = body
    .slice(body.indexOf('\r\n\r\n') + 4, body.indexOf('…'))
    .replaceAll('\r\n', '\n');
  expect(start.length).toBeGreaterThan(100);
  expect(message.startsWith(start)).toBe(true);
  expect(text).toContain(message);
});
