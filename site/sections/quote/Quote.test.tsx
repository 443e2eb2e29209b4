import { renderToStaticMarkup } from 'react-dom/server';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { content } from '../../../tests/support/site.ts';
import { pageContext } from '../../page-context.ts';
import { placeOf } from '../section-place.ts';
import Quote from './Quote.tsx';
import { quoteSchema } from './schema.ts';

const [page] = content.pages;

function quote(fields: object): string {
  if (!page) throw new Error('The fixture has no page');
  const logo = { large: '', small: '', mark: '' };
  const context = pageContext(page, content, { photos: new Map(), files: new Map(), logo });
  const section = v.parse(quoteSchema, { kind: 'quote', ...fields });
  const place = placeOf([{ kind: 'quote', anchor: 'mot' }], 0);
  return renderToStaticMarkup(<Quote section={section} page={context} place={place} />)
    .replace(/ class="[^"]*"/g, '')
    .replaceAll('<span>', '')
    .replaceAll('</span>', '');
}

test('words stand in a quotation, and who said them names it', () => {
  expect(quote({ text: 'Tout est *parti*.', who: 'Marguerite', occasion: 'ses 80 ans' })).toBe(
    '<figure aria-labelledby="mot" data-first="true">' +
      '<blockquote><p>Tout est <em>parti</em>.</p></blockquote>' +
      '<figcaption id="mot">Marguerite ses 80 ans</figcaption></figure>',
  );
  expect(quote({ text: 'Bon.', who: 'Marguerite' })).toContain('>Marguerite </figcaption>');
});

test('marks around the whole of it, which the page sets, are refused', () => {
  const parse = (text: string) => v.safeParse(quoteSchema, { kind: 'quote', text, who: 'Tom' });
  expect(parse('“Tout est parti.”').success).toBe(false);
  expect(parse('Elle a dit “encore” et tout est parti.').success).toBe(true);
});

test('the first heading of a page is its title, also below what has none', () => {
  const sections = [{ kind: 'quote' }, { kind: 'offer' }, { kind: 'offer' }] as const;
  const places = sections.map((_, index) => placeOf([...sections], index));
  expect(places.map(({ Heading }) => Heading)).toEqual(['h1', 'h1', 'h2']);
  expect(places.map(({ isFirst }) => isFirst)).toEqual([true, false, false]);
});
