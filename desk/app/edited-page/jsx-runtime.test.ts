import { isValidElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noticeSchema } from '../../../site/content/content.ts';
import { Price } from '../../../site/parts/Price.tsx';
import { sectionKinds } from '../../../site/sections/section-kinds.ts';
import { editedPage, jsx, watermarkTexts, withoutWatermarks } from './jsx-runtime.ts';

const FILE = 'pages/home.yaml';
const { schema } = sectionKinds.quote;
const quote = { kind: 'quote', text: 'Lekker', who: 'An' } as const;

beforeEach(() => {
  editedPage.onEdit = () => {};
});
afterEach(() => {
  delete editedPage.onEdit;
});

const watermarked = (value: object, path: (string | number)[] = ['sections', 0]) =>
  watermarkTexts(schema, value as typeof quote, FILE, path);
/** The names of the editors in an element, each of which identifies its field. */
const editorsIn = (element: ReactElement): string[] => {
  const { children, attributes } = element.props as {
    children?: unknown;
    attributes?: Record<string, string>;
  };
  if (attributes?.['data-text']) return [attributes['data-text']];
  if (typeof element.type === 'function' && 'watermark' in (element.props as object)) {
    return editorsIn((element.type as (props: unknown) => ReactElement)(element.props));
  }
  return [children].flat().flatMap((child) => (isValidElement(child) ? editorsIn(child) : []));
};

test('an element with a text of the content becomes an editor of that text', () => {
  const { text, who } = watermarked(quote);
  expect(editorsIn(jsx('blockquote', { children: text }))).toEqual([`${FILE} sections.0.text`]);
  expect(editorsIn(jsx('cite', { children: ['– ', who] }))).toEqual([`${FILE} sections.0.who`]);
  expect(editorsIn(jsx('p', { children: 'Een vaste tekst' }))).toEqual([]);
});

test.each(['', 'x'.repeat(5_000), '<b>vet</b>', 'een\n\ntwee', '   '])(
  'a text stays an editor while it is wrong: %j',
  (text) => {
    expect(
      editorsIn(jsx('blockquote', { children: watermarked({ ...quote, text }).text })),
    ).toEqual([`${FILE} sections.0.text`]);
  },
);

test('a text on one line stays an editor while it has two', () => {
  const { who } = watermarked({ ...quote, who: 'An\nBert' });
  expect(editorsIn(jsx('cite', { children: who }))).toEqual([`${FILE} sections.0.who`]);
});

test('a text keeps its editor while it is typed and when its section moves', () => {
  const keyOf = (value: object, path: (string | number)[]) =>
    jsx('li', { children: watermarked(value, path).text }, watermarked(value, path).text).key;
  const first = keyOf(quote, ['sections', 0]);
  expect(keyOf({ ...quote, text: 'Lekkerder' }, ['sections', 0])).toBe(first);
  expect(keyOf(quote, ['sections', 1])).not.toBe(first);
});

test('a text made of several fields is no editor, and leads to the first field', () => {
  const { text, who } = watermarked(quote);
  const element = jsx('p', { children: `${text} (${who})` });
  expect(editorsIn(element)).toEqual([]);
  const html = renderToStaticMarkup(element);
  expect(html).toContain('Lekker (An)');
  expect(html).toContain('sections');
});

test('a price is one target, also where its words are tapped', () => {
  const { schema: offer } = sectionKinds.offer;
  const price = { from: 'vanaf', amount: 12.5, per: 'per persoon' };
  const section = { kind: 'offer', heading: 'Feest', photos: [], facts: [], price };
  const shown = watermarkTexts(offer, section as never, FILE, ['sections', 0]) as typeof section;
  const site = { locale: 'nl-BE', currency: 'EUR' };
  const element = jsx(Price as never, { price: shown.price, site });
  expect(editorsIn(element)).toEqual([]);
  const html = renderToStaticMarkup(element);
  expect(html.match(/data-field/g)).toHaveLength(1);
  expect(html).toContain('&quot;price&quot;,&quot;amount&quot;');
  expect(withoutWatermarks(html)).toBe(html);
});

test('the invisible watermarks of texts are in no attribute, button or rendered page', () => {
  const { text } = watermarked(quote);
  const elements = [
    jsx('img', { alt: text, src: '/a.jpg' }),
    jsx('button', { children: text, title: text }),
    jsx('a', { href: `/x?about=${text}`, children: text }),
  ];
  for (const element of elements) {
    const { children: _, ...attributes } = element.props as Record<string, unknown>;
    expect(withoutWatermarks(JSON.stringify(attributes))).toBe(JSON.stringify(attributes));
  }
  expect(renderToStaticMarkup(elements[1])).toContain('>Lekker<');
});

test('dates and other values that are no text stay as they are', () => {
  const notice = { text: 'Gesloten', from: '2027-08-01', until: '2027-08-31' };
  const shown = watermarkTexts(noticeSchema, notice, 'notice.yaml');
  expect(shown).toMatchObject({ from: notice.from, until: notice.until });
  expect(v.is(noticeSchema, shown)).toBe(true);
  expect(withoutWatermarks(shown.text)).toBe('Gesloten');
});

test('outside the page’s frame an element is rendered unchanged', () => {
  delete editedPage.onEdit;
  const element = jsx('a', { href: '/info', children: 'Info' });
  expect(element.props).toEqual({ href: '/info', children: 'Info' });
});
