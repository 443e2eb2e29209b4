import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { content } from '../../../tests/support/site.ts';
import { type PageContext, pageContext } from '../../page-context.ts';
import { placeOf } from '../section-place.ts';
import Accessibility from './Accessibility.tsx';
import type { SiteCheckResults } from './site-checks.ts';

const words = content.messages.accessibility;
const page = content.pages.find(({ sections }) => sections[0]?.kind === 'accessibility');
const section = page?.sections[0];

function statement(siteChecks: SiteCheckResults | undefined): string {
  if (!page || section?.kind !== 'accessibility') throw new Error('The fixture has no statement');
  const logo = { large: '', small: '', mark: '' };
  const resources = { photos: new Map(), files: new Map(), logo, siteChecks };
  const context: PageContext = pageContext(page, content, resources);
  const place = placeOf(page.sections, 0);
  return renderToStaticMarkup(<Accessibility section={section} page={context} place={place} />);
}

const outcomes = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<li[^>]*>(.*?)<strong>(.*?)<\/strong>/g)].map(([, check, said]) => [
      check,
      said,
    ]),
  );

test('the statement says what was found on these pages, and names what was not tried', () => {
  const html = statement({
    day: '2027-03-05',
    pages: ['/a', '/b'],
    found: { rules: 0, reflow: 3 },
  });
  expect(html).toContain('Le 5 mars 2027, sur 2 pages.');
  const said = outcomes(html);
  expect(Object.keys(said)).toHaveLength(Object.keys(words.checks).length);
  expect(said[words.checks.rules]).toBe(words.nothingFound);
  expect(said[words.checks.reflow]).toBe('3 défauts');
  expect(said[words.checks.keyboard]).toBe(words.notTried);
});

test('of pages that nobody looked at it claims nothing', () => {
  const html = statement(undefined);
  expect(html).toContain(words.untried);
  expect(new Set(Object.values(outcomes(html)))).toEqual(new Set([words.notTried]));
});
