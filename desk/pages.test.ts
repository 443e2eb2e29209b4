import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { pageSchema } from '../site/content.ts';
import { type DraftPage, freeAddress, inOrder, pagesOf, slugOf, withAddress } from './pages.ts';

const page = (path: string, more: Partial<DraftPage> = {}): DraftPage => ({
  path,
  title: 'Feesten',
  description: 'Een feest.',
  sections: [],
  ...more,
});
const feesten = page('/feesten', {
  redirects: ['/recepties'],
  navigation: { label: 'Feesten', place: 2 },
});
const files = {
  'company.yaml': {},
  'pages/feesten.yaml': feesten,
  'pages/info.yaml': page('/info', { navigation: { label: 'Info', place: 1 } }),
  'pages/privacy.yaml': page('/privacy'),
};
const { path, redirects } = pageSchema.entries;

const anyTitle = fc
  .array(fc.constantFrom(...'éßœ’ -/.\\😀A7&z\u0000', 'Feesten', 'api'))
  .map((parts) => parts.join(''));

describe('the address of a page', () => {
  it('is valid and unused for any title', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyTitle,
          fc.constantFrom('Feesten', 'Recepties', 'Api', 'Crème brûlée & Cie’s', 'photos', ''),
        ),
        (title) => {
          const { path: address, file } = freeAddress(title, files);
          expect(v.is(path, address), address).toBe(true);
          expect(['/feesten', '/recepties', '/info', '/privacy', '/api', '/photos']).not.toContain(
            address,
          );
          expect(files).not.toHaveProperty([file]);
        },
      ),
    );
    expect(freeAddress('Communie & lentefeest', files).path).toBe('/communie-en-lentefeest');
    expect(freeAddress('Recepties', files).path).toBe('/recepties-2');
    expect(slugOf('’s Avonds: vóór 10u?')).toBe('s-avonds-voor-10u');
  });

  it('becomes a redirect when it changes, and back', () => {
    const moved = withAddress(feesten, '/vieren');
    expect(moved).toMatchObject({ path: '/vieren', redirects: ['/recepties', '/feesten'] });
    const back = withAddress(moved, '/feesten');
    expect(back).toMatchObject({ path: '/feesten', redirects: ['/recepties', '/vieren'] });
    const first = withAddress(page('/privacy'), '/jouw-gegevens');
    expect(Object.keys(first).slice(0, 2)).toEqual(['path', 'redirects']);
    expect(v.is(redirects, first.redirects)).toBe(true);
  });

  it('becomes no redirect when it was mistyped', () => {
    const mistyped = withAddress(feesten, 'vieren');
    const corrected = withAddress(mistyped, '/vieren');
    expect(corrected.redirects).toEqual(['/recepties', '/feesten']);
  });
});

describe('pages', () => {
  it('move in the navigation, and only changed ones are saved', () => {
    const [info, first] = pagesOf(files);
    if (!info || !first) throw new Error('No pages');
    const changed = inOrder([first, info]);
    expect(changed).toMatchObject({
      'pages/feesten.yaml': { navigation: { label: 'Feesten', place: 1 } },
      'pages/info.yaml': { navigation: { place: 2 } },
    });
    expect(inOrder([info, first])).toEqual({});
  });
});
