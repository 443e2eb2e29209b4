import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { pageSchema } from '../site/content.ts';
import {
  addressFor,
  copyOf,
  fileFor,
  type PageFile,
  slugOf,
  withAddress,
  withNavigation,
} from './pages.ts';

const page = (path: string, value: PageFile['value'] = {}): PageFile => ({
  path: `pages${path}.yaml`,
  value: { path, title: 'Feesten', description: 'Een feest.', sections: [], ...value },
});
const pages = [
  page('/feesten', { redirects: ['/recepties'], navigation: { label: 'Feesten', place: 2 } }),
  page('/info', { navigation: { label: 'Info', place: 1 } }),
  page('/privacy'),
];
const { path, redirects } = pageSchema.entries;

const anyTitle = fc
  .array(fc.constantFrom(...'éßœ’ -/.\\😀A7&z\u0000', 'Feesten', 'api'))
  .map((parts) => parts.join(''));

describe('the address of a page', () => {
  it('is one that the build takes and nobody has, whatever the title', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyTitle,
          fc.constantFrom('Feesten', 'Recepties', 'Api', 'Crème brûlée & Cie’s', 'photos', ''),
        ),
        (title) => {
          const address = addressFor(title, pages);
          expect(v.is(path, address), address).toBe(true);
          expect(['/feesten', '/recepties', '/info', '/privacy', '/api', '/photos']).not.toContain(
            address,
          );
          expect(pages.map((one) => one.path)).not.toContain(fileFor(address, pages));
        },
      ),
    );
    expect(addressFor('Communie & lentefeest', pages)).toBe('/communie-en-lentefeest');
    expect(addressFor('Recepties', pages)).toBe('/recepties-2');
    expect(slugOf('’s Avonds: vóór 10u?')).toBe('s-avonds-voor-10u');
  });

  it('leaves its old one behind when it changes, there and back', () => {
    const moved = withAddress(pages[0]?.value ?? {}, '/vieren');
    expect(moved).toMatchObject({ path: '/vieren', redirects: ['/recepties', '/feesten'] });
    expect(withAddress(moved, '/feesten')).toMatchObject({
      path: '/feesten',
      redirects: ['/recepties', '/vieren'],
    });
    const first = withAddress(pages[2]?.value ?? {}, '/jouw-gegevens');
    expect(Object.keys(first).slice(0, 2)).toEqual(['path', 'redirects']);
    expect(v.is(redirects, first.redirects)).toBe(true);
  });
});

describe('pages', () => {
  it('are copied hidden, to an address and a file of their own', () => {
    const copy = copyOf(pages[0]?.value ?? {}, pages);
    expect(copy).toMatchObject({
      path: 'pages/feesten-kopie.yaml',
      value: { path: '/feesten-kopie', title: 'Feesten (kopie)', hidden: true },
    });
    expect(copy.value).not.toHaveProperty('navigation');
    expect(copy.value).not.toHaveProperty('redirects');
  });

  it('come into, move in, and leave the navigation, and only those that change are written', () => {
    const order = ['pages/feesten.yaml', 'pages/privacy.yaml'];
    const changed = withNavigation(pages, order);
    expect(changed.map(({ path: file, value }) => [file, value.navigation])).toEqual([
      ['pages/feesten.yaml', { label: 'Feesten', place: 1 }],
      ['pages/info.yaml', undefined],
      ['pages/privacy.yaml', { label: 'Feesten', place: 2 }],
    ]);
    expect(withNavigation(changed, order)).toEqual([]);
  });
});
