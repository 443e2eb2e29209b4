import { expect, test } from 'vitest';
import { parse } from 'yaml';
import companyYaml from '../../content/company.yaml?raw';
import messagesYaml from '../../content/messages.yaml?raw';
import { GOOD_ENQUIRIES } from '../../enquiry/examples.ts';
import { toRequest } from '../../enquiry/payload.ts';
import type { Company, Messages } from '../content.ts';
import { mailInstead } from './mail-instead.ts';

const messages: Messages = parse(messagesYaml);
const company: Company = parse(companyYaml);

const mailOf = (values: Parameters<typeof toRequest>[0]) =>
  mailInstead(JSON.stringify(toRequest(values, 'captcha result')), messages, company);

const bodyOf = (href: string) => new URL(href).searchParams.get('body') ?? '';

test('goes to the company with the subject filled in', () => {
  const { href } = mailOf(GOOD_ENQUIRIES['every field'].values);
  expect(href.startsWith(`mailto:${company.email}?`)).toBe(true);
  expect(new URL(href).searchParams.get('subject')).toBe(messages.form.mailSubject);
});

test('holds everything that was typed, each under its label', () => {
  const body = bodyOf(mailOf(GOOD_ENQUIRIES['every field'].values).href);
  expect(body).not.toContain(messages.form.mailCut);
  const { message, ...lines } = GOOD_ENQUIRIES['every field'].enquiry;
  for (const [field, value] of Object.entries(lines)) {
    expect(body).toContain(`${messages.fields[field as keyof typeof lines]}: ${value}\r\n`);
  }
  expect(body.endsWith(`\r\n${message.replaceAll('\n', '\r\n')}`)).toBe(true);
});

test('holds nothing of the captcha and nothing that was left empty', () => {
  const body = bodyOf(mailOf(GOOD_ENQUIRIES['fields left empty or blank'].values).href);
  expect(body).not.toContain('captcha result');
  expect(body).not.toContain(messages.fields.city);
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
  ['of emoji made of several signs', '👨‍👩‍👧‍👦'.repeat(400)],
  ['of letters with accents apart', 'e\u0301'.repeat(2_000)],
])('a long message %s breaks off where a link must end, and says so', (_kind, message) => {
  const { href, text } = mailOf({ email: 'a@b.be', name: 'Zoë', message });
  expect(href.length).toBeLessThanOrEqual(2_000);
  const body = bodyOf(href);
  expect(body).toContain(messages.form.mailCut);
  expect(body).not.toContain('\ufffd');
  const kept = body.slice(body.indexOf('\r\n\r\n') + 4, body.indexOf('…')).replaceAll('\r\n', '\n');
  expect(message.startsWith(kept)).toBe(true);
  expect(text).toContain(message);
});
