import fc from 'fast-check';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { preventBreaks } from './no-break.ts';

test.each([
  ['Tot negen uur ’s morgens', 'Tot negen uur ’s_morgens'],
  ["Op 't veld", "Op 't_veld"],
  ['vanaf 20 gasten, 400 % vergroot', 'vanaf 20_gasten, 400_% vergroot'],
  ['Volgens WCAG 2.2 (artikel 6, lid 1)', 'Volgens WCAG_2.2 (artikel_6, lid_1)'],
  ['Ten hoogste € 500 per keer', 'Ten hoogste €_500_per keer'],
  ['1. eerst\n2. dan', '1. eerst\n2. dan'],
  ['09 117 24 83', '09 117 24 83'],
  ['In Sint-Martens-Latem, op do-vr', 'In Sint~-~Martens~-~Latem, op do-vr'],
  ['Bollebeek-aan-de-Molen', 'Bollebeek~-~aan~-~de~-~Molen'],
  ['Mail Jan-Pieter@maanzaad.example', 'Mail Jan-Pieter@maanzaad.example'],
  ['Zie nl.wikipedia.org/wiki/Sint-Martens', 'Zie nl.wikipedia.org/wiki/Sint-Martens'],
])('words that belong together stay on one line: %j', (text, expected) => {
  expect(shownBy(preventBreaks(renderToStaticMarkup(h('p', null, text))))).toBe(
    expected.replaceAll('_', '\u00a0').replaceAll('~', '\u2060'),
  );
});

test('values, addresses and islands stay as they are', () => {
  const name = 'Sint-Martens-Latem, 20 gasten';
  const html = renderToStaticMarkup(
    h(
      'div',
      null,
      h('a', { href: `https://nl.wikipedia.example/${name}`, title: name, 'data-x': '>' }, '↗'),
      h('img', { alt: name }),
      h('option', { value: name }, name),
      h('textarea', { defaultValue: name }),
      h('div', { 'data-island': 'X', 'data-props': name }, h('b', null, name), h('br'), name),
    ),
  );
  expect(preventBreaks(html)).toBe(html);
  expect(preventBreaks(`${html}<p>20 gasten</p>`)).toBe(`${html}<p>20\u00a0gasten</p>`);
});

test('no letter changes in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const html = renderToStaticMarkup(h('p', { title: text }, text));
      const plain = preventBreaks(html).replaceAll('\u00a0', ' ').replaceAll('\u2060', '');
      expect(plain).toBe(html.replaceAll('\u00a0', ' ').replaceAll('\u2060', ''));
    }),
  );
});

const shownBy = (html: string) => html.replace(/<[^>]*>/g, '').replaceAll('&#x27;', "'");
