import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { FIELDS } from '../../enquiry/fields.ts';
import type { Messages } from '../content.ts';
import EnquiryForm from './EnquiryForm.tsx';
import { fieldId } from './fields/Field.tsx';
import { SHOWN_FIELDS } from './fields/form-values.ts';

/** Each text is its own key, so that one written in the code is found. */
const shipped: Messages = parse(readFileSync('content/messages.yaml', 'utf8'));
const own = <Words extends object>(words: Words) =>
  Object.fromEntries(Object.keys(words).map((key) => [key, `mot ${key}`])) as Words;
const options = { clientType: ['Entreprise'], productType: ['Mariage', 'Réception'] };
const html = renderToStaticMarkup(
  <EnquiryForm
    texts={{
      fields: own(shipped.fields),
      rules: own(shipped.rules),
      form: own(shipped.form),
      captcha: own(shipped.captcha),
      options,
      shell: { close: 'mot close' },
    }}
    contact={{ phone: '09', phoneHref: 'tel:+329', email: 'a@b.example' }}
    api={{ base: '/api', slug: 'x' }}
    captcha={{ provider: 'altcha', siteKey: '' }}
    locale="fr-BE"
    timeZone="Europe/Brussels"
  />,
);

test.each(SHOWN_FIELDS)('$name has a control under its label', ({ name, ...field }) => {
  const id = fieldId(name);
  const star = 'required' in field ? / <span[^>]*>\*<\/span>/.source : '';
  expect(html).toMatch(new RegExp(`<label [^>]*for="${id}">mot ${name}${star}</label>`));
  const element = { text: 'textarea', option: 'select' }[field.kind as string] ?? 'input';
  expect(html).toMatch(new RegExp(`<${element} [^>]*name="${name}"[^>]*>`));
  if (field.kind !== 'option') return;
  const list = options[name as keyof typeof options].map((option) => `<option>${option}</option>`);
  expect(html).toContain(`<option value="">mot choose</option>${list.join('')}</select>`);
});

test('a field without a group has no control', () => {
  for (const { name } of FIELDS.filter((field) => !('group' in field))) {
    expect(html).not.toContain(`name="${name}"`);
  }
});

test('every text comes from content', () => {
  const texts = [
    ...html.replace(/<[^>]*>/g, '\n').split('\n'),
    ...[...html.matchAll(/ (?:aria-label|title|placeholder)="([^"]*)"/g)].map(([, text]) => text),
  ];
  // 'Website' labels what no person sees (the honeypot).
  const others = ['', '*', ',', '09', 'a@b.example', 'Website', ...Object.values(options).flat()];
  const strange = texts.map((text = '') => text.trim()).filter((text) => !/^mot \w+$/.test(text));
  expect(strange.filter((text) => !others.includes(text))).toEqual([]);
});
