import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { pageSchema } from '../../site/content/content.ts';
import { applyOperation, type Operation } from './operations.ts';
import {
  type DraftPage,
  duplicatePage,
  type Files,
  freeAddress,
  giveBackAddresses,
  movePage,
  pagesOf,
  removePage,
  setAddress,
  slugOf,
} from './pages.ts';
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
const movedTo = (before: DraftPage, address: string) =>
  setAddress(before, address).reduce<MaybeValue>(applyOperation, before) as DraftPage;

const anyTitle = fc
  .array(fc.constantFrom(...'éßœ’ -/.\\😀A7&z\u0000', 'Feesten', 'api'))
  .map((parts) => parts.join(''));

describe('the address of a page', () => {
  test('the address of a page is valid and unused for any title', () => {
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

  test('the address of a page becomes a redirect when it changes, and back', () => {
    const moved = movedTo(feesten, '/vieren');
    expect(moved).toMatchObject({ path: '/vieren', redirects: ['/recepties', '/feesten'] });
    const back = movedTo(moved, '/feesten');
    expect(back).toMatchObject({ path: '/feesten', redirects: ['/recepties', '/vieren'] });
    const first = movedTo(page('/privacy'), '/jouw-gegevens');
    expect(v.is(redirects, first.redirects)).toBe(true);
  });

  test('the address of a page becomes no redirect when it was mistyped', () => {
    const mistyped = movedTo(feesten, 'vieren');
    const corrected = movedTo(mistyped, '/vieren');
    expect(corrected.redirects).toEqual(['/recepties', '/feesten']);
  });
});

describe('pages', () => {
  test('pages move in the navigation, and only changed ones are saved', () => {
    const menu = pagesOf(files).slice(0, 2);
    const place = (value: number) => [{ type: 'set', path: ['navigation', 'place'], value }];
    const moved = { 'pages/feesten.yaml': place(1), 'pages/info.yaml': place(2) };
    expect(movePage(menu, 0, 1)).toEqual(moved);
    expect(movePage(menu, 1, 0)).toEqual(moved);
    expect(movePage(menu, 0, 0)).toEqual({});
  });
});

const changed = (all: Files, operations: Record<string, Operation[]>): Files => {
  const values: Record<string, MaybeValue> = { ...all };
  for (const [file, list] of Object.entries(operations)) {
    values[file] = list.reduce<MaybeValue>(applyOperation, values[file]);
  }
  const left = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(left) as Files;
};
const pageIn = (all: Files, file: string) => all[file] as DraftPage;

describe('a page that is removed', () => {
  const FEESTEN = 'pages/feesten.yaml';
  const removed = { file: FEESTEN, page: feesten };
  const info = { file: 'pages/info.yaml', page: files['pages/info.yaml'] };

  test('a page that is removed leaves its addresses to another, which gives them back when it returns', () => {
    const without = changed(files, removePage(removed, info, files));
    expect(without).not.toHaveProperty([FEESTEN]);
    expect(pageIn(without, info.file).redirects).toEqual(['/feesten', '/recepties']);
    const back = changed({ ...without, [FEESTEN]: feesten }, giveBackAddresses(feesten, without));
    expect(back).toEqual(files);
  });

  test('links to the parts of a page that is removed lead to the other, and other links stay', () => {
    const sections = [
      { kind: 'quote', text: 'Zie [de prijs](/recepties#prijs) of [info](/info#prijs), /feesten' },
      { kind: 'offer', to: '/feesten#prijs', other: '/feestenzaal#prijs' },
    ] as unknown as DraftPage['sections'];
    const all = { ...files, 'pages/privacy.yaml': page('/privacy', { sections }) };
    const without = changed(all, removePage(removed, info, all));
    expect(pageIn(without, 'pages/privacy.yaml').sections).toEqual([
      { kind: 'quote', text: 'Zie [de prijs](/info) of [info](/info#prijs), /feesten' },
      { kind: 'offer', to: '/info', other: '/feestenzaal#prijs' },
    ]);
  });

  test('the addresses of a removed page lead nowhere when the caterer chooses so, and an invalid one never becomes a redirect', () => {
    expect(changed(files, removePage(removed, undefined, files))).toEqual(
      Object.fromEntries(Object.entries(files).filter(([file]) => file !== FEESTEN)),
    );
    const mistyped = { file: FEESTEN, page: page('/Féesten') };
    expect(pageIn(changed(files, removePage(mistyped, info, files)), info.file).redirects).toEqual(
      [],
    );
  });
});

describe('a copy of a page', () => {
  test('a copy of a page has its own address, is hidden and in no menu, and links to its own parts', () => {
    const sections = [
      { kind: 'introduction', text: '[Prijs](/feesten#prijs), [info](/info#prijs)' },
      { kind: 'call-to-action', button: { label: 'Naar boven', page: '/feesten#prijs' } },
    ] as unknown as DraftPage['sections'];
    const original = { ...feesten, inFooter: true, sections };
    const copy = duplicatePage(original, { ...files, 'pages/feesten.yaml': original });
    expect(copy.file).toBe('pages/feesten-kopie.yaml');
    expect(copy.page).toEqual({
      path: '/feesten-kopie',
      title: 'Feesten (kopie)',
      description: 'Een feest.',
      hidden: true,
      sections: [
        { kind: 'introduction', text: '[Prijs](/feesten-kopie#prijs), [info](/info#prijs)' },
        { kind: 'call-to-action', button: { label: 'Naar boven', page: '/feesten-kopie#prijs' } },
      ],
    });
    const again = duplicatePage(original, { ...files, [copy.file]: copy.page as never });
    expect(again.file).toBe('pages/feesten-kopie-2.yaml');
  });
});
