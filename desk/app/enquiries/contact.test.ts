import { expect, test } from 'vitest';
import { replyTo, telephoneHref } from './contact.ts';

test.each([
  ['+32 (0)475 12 34 56', 'tel:+32475123456'],
  ['0475 12 34 56 of 09 123 45 67', 'tel:+32475123456'],
  ['0475/12.34.56 (na 18u)', 'tel:+32475123456'],
  ['0475 12 34 56 / 09 123 45 67', 'tel:+32475123456'],
  ['09-123 45 67, liefst na 17 u', 'tel:+3291234567'],
  ['(09) 123 45 67', 'tel:+3291234567'],
  ['gsm: 0032 475 12 34 56', 'tel:+32475123456'],
  ['+33 6 12 34 56 78', 'tel:+33612345678'],
  ['liever per mail', undefined],
])('a telephone number %s is dialled as %s', (written, dialled) => {
  expect(telephoneHref(written, 'BE')).toBe(dialled);
});

const mail = { to: 'an@example.be', subject: 'Je aanvraag', greeting: 'Dag An,' };

test('an answer quotes a short message whole', () => {
  const { searchParams } = new URL(replyTo(mail, 'Soep?\nEn taart.'));
  expect(searchParams.get('body')).toBe('Dag An,\r\n\r\n\r\n\r\n> Soep?\r\n> En taart.');
});

test.each(['é', '🎂', 'woord ', '\n'])(
  'an answer to a long message of %j is a link of at most 2000 characters',
  (part) => {
    const href = replyTo(mail, part.repeat(3000));
    expect(href.length).toBeLessThanOrEqual(2000);
    expect(href.length).toBeGreaterThan(1900);
    expect(new URL(href).searchParams.get('body')).toMatch(/…$/);
  },
);
