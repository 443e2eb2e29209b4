import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { pageSchema } from '../site/content.ts';
import { apply } from './operations.ts';
import { type DraftPage, freeAddress, movePage, pagesOf, setAddress, slugOf } from './pages.ts';
import type { MaybeValue } from './values.ts';

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
const movedTo = (one: DraftPage, address: string) =>
  setAddress(one, address).reduce<MaybeValue>(apply, one) as DraftPage;

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
    const moved = movedTo(feesten, '/vieren');
    expect(moved).toMatchObject({ path: '/vieren', redirects: ['/recepties', '/feesten'] });
    const back = movedTo(moved, '/feesten');
    expect(back).toMatchObject({ path: '/feesten', redirects: ['/recepties', '/vieren'] });
    const first = movedTo(page('/privacy'), '/jouw-gegevens');
    expect(v.is(redirects, first.redirects)).toBe(true);
  });

  it('becomes no redirect when it was mistyped', () => {
    const mistyped = movedTo(feesten, 'vieren');
    const corrected = movedTo(mistyped, '/vieren');
    expect(corrected.redirects).toEqual(['/recepties', '/feesten']);
  });
});

describe('pages', () => {
  it('move in the navigation, and only changed ones are saved', () => {
    const menu = pagesOf(files).slice(0, 2);
    const place = (value: number) => [{ type: 'set', path: ['navigation', 'place'], value }];
    const moved = { 'pages/feesten.yaml': place(1), 'pages/info.yaml': place(2) };
    expect(movePage(menu, 0, 1)).toEqual(moved);
    expect(movePage(menu, 1, 0)).toEqual(moved);
    expect(movePage(menu, 0, 0)).toEqual({});
  });
});
