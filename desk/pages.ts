import { RESERVED_PATHS } from '../publish/content/checks/pages.ts';
import type { ContentFile, Value } from './api.ts';

/**
 * What the desk does with pages, as values: app and server keep to the same rules. Nothing here
 * writes; what comes out goes into a `Change`.
 */

type Group = { [key: string]: Value };

/** A page, and the file it stands in. */
export interface PageFile extends Pick<ContentFile, 'path'> {
  value: Group;
}

const LONGEST_SLUG = 60;

/** A title as part of an address or a file's name: 'Communie & lentefeest' is 'communie-en-lentefeest'. */
export function slugOf(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' en ')
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-');
  return plain.replace(/^-+/, '').slice(0, LONGEST_SLUG).replace(/-+$/, '');
}

/** The first of 'feesten', 'feesten-2', … that is free. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number++) {
    const one = number === 1 ? name : `${name}-${number}`;
    if (!isTaken(one)) return one;
  }
}

/** An address for a page with this title, that no page has or had. */
export function addressFor(title: string, pages: PageFile[]): string {
  const taken = new Set([...RESERVED_PATHS, ...pages.flatMap(addressesOf)]);
  return `/${freeName(slugOf(title) || 'pagina', (name) => taken.has(`/${name}`))}`;
}

/** A file for a page at this address. */
export function fileFor(address: string, pages: PageFile[]): string {
  const name = freeName(slugOf(address) || 'pagina', (one) =>
    pages.some(({ path }) => path.toLowerCase() === `pages/${one}.yaml`),
  );
  return `pages/${name}.yaml`;
}

/** Its address, then those that lead to it. */
function addressesOf({ value }: PageFile): string[] {
  const redirects = Array.isArray(value.redirects) ? value.redirects : [];
  return [value.path, ...redirects].filter((one) => typeof one === 'string');
}

/** The page at another address; its old one leads there, so that links and bookmarks still work. */
export function withAddress(page: Group, address: string): Group {
  const { path: before } = page;
  if (typeof before !== 'string' || before === address) return page;
  const redirects = Array.isArray(page.redirects) ? page.redirects : [];
  const kept = redirects.filter((one) => one !== address && one !== before);
  return withField(page, 'redirects', [...kept, before], 'path', { path: address });
}

/** A copy in no navigation, at an address of its own, hidden until its owner shows it. */
export function copyOf(page: Group, pages: PageFile[]): PageFile {
  const title = `${String(page.title ?? 'Pagina')} (kopie)`;
  const address = addressFor(title, pages);
  const { redirects: _, navigation: _navigation, ...rest } = page;
  const value = withField({ ...rest, title }, 'hidden', true, 'description', { path: address });
  return { path: fileFor(address, pages), value };
}

/**
 * Pages in a new order in the navigation, from place 1 on.
 *
 * @param order files, the first one first; those left out leave the navigation
 * @returns the pages that change
 */
export function withNavigation(pages: PageFile[], order: string[]): PageFile[] {
  return pages.flatMap((page) => {
    const { navigation, title } = page.value;
    const place = order.indexOf(page.path) + 1;
    const now = isGroup(navigation) ? navigation : undefined;
    if (place === 0) {
      if (!now) return [];
      const { navigation: _, ...value } = page.value;
      return [{ ...page, value }];
    }
    if (now?.place === place) return [];
    const next = { label: String(title ?? ''), ...now, place };
    const after = 'redirects' in page.value ? 'redirects' : 'path';
    return [{ ...page, value: withField(page.value, 'navigation', next, after) }];
  });
}

/** A group with a field in its usual place: right behind another, when it is new. */
function withField(
  group: Group,
  key: string,
  value: Value,
  after: string,
  changes: Group = {},
): Group {
  const changed = { ...group, ...changes };
  if (key in changed) return { ...changed, [key]: value };
  const entries = Object.entries(changed);
  const at = entries.findIndex(([name]) => name === after) + 1;
  return Object.fromEntries(entries.toSpliced(at, 0, [key, value]));
}

function isGroup(value: Value | undefined): value is Group {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
