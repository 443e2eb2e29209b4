import { RESERVED_PATHS } from '../publish/content/checks/pages.ts';
import type { SectionKind } from '../site/sections/index.ts';

/** Functions on whole pages, as values. */

/** The values of the files of `content/`, by path. */
type Files = Readonly<Record<string, unknown>>;

/** A page in the app, which may be incomplete. */
export interface DraftPage {
  path: string;
  redirects?: string[];
  navigation?: { label: string; place: number };
  title: string;
  description: string;
  hidden?: boolean;
  sections: DraftSection[];
}

export interface DraftSection {
  kind: SectionKind;
  anchor?: string;
  hidden?: boolean;
  [field: string]: unknown;
}

/** A page and its file. */
export interface PageFile {
  file: string;
  page: DraftPage;
}

/** Lists the pages in the order of the navigation, then the others by title. */
export function pagesOf(files: Files): PageFile[] {
  const placeOf = ({ page }: PageFile) => page.navigation?.place ?? Infinity;
  return Object.entries(files)
    .filter(([file]) => file.startsWith('pages/'))
    .map(([file, page]) => ({ file, page: page as DraftPage }))
    .toSorted((a, b) => placeOf(a) - placeOf(b) || a.page.title.localeCompare(b.page.title));
}

const MAX_SLUG_LENGTH = 60;

/** Makes a part of an address or file name: 'communie-en-lentefeest' of 'Communie & lentefeest'. */
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
  return plain.replace(/^-+/, '').slice(0, MAX_SLUG_LENGTH).replace(/-+$/, '');
}

/** Finds the first of 'feesten', 'feesten-2', … that is free. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number++) {
    const one = number === 1 ? name : `${name}-${number}`;
    if (!isTaken(one)) return one;
  }
}

/** Finds an address for a page with this title that no page has or had, and a file for it. */
export function freeAddress(title: string, files: Files): { path: string; file: string } {
  const pages = pagesOf(files);
  const taken = new Set([
    ...RESERVED_PATHS,
    ...pages.flatMap(({ page }) => [page.path, ...(page.redirects ?? [])]),
  ]);
  const name = freeName(slugOf(title) || 'pagina', (one) => taken.has(`/${one}`));
  const fileName = freeName(name, (one) =>
    pages.some(({ file }) => file.toLowerCase() === `pages/${one}.yaml`),
  );
  return { path: `/${name}`, file: `pages/${fileName}.yaml` };
}

/**
 * Changes the address of a page. The previous one becomes a redirect, so that links and bookmarks
 * still work.
 *
 * @param saved the page on disk; undefined for a new one
 */
export function withAddress(page: DraftPage, path: string, saved?: DraftPage): DraftPage {
  const before = saved ? [...(saved.redirects ?? []), saved.path] : [];
  const leading = before.filter((one) => one !== path);
  const { path: _, redirects: _redirects, ...rest } = page;
  return { path, ...(leading.length > 0 && { redirects: leading }), ...rest };
}

/** Copies a page: hidden, outside the navigation, at an address of its own. */
export function copyOf({ navigation: _, redirects: _redirects, ...page }: DraftPage, files: Files) {
  const title = `${page.title} (kopie)`;
  const { path, file } = freeAddress(title, files);
  return { file, page: { ...page, path, title, hidden: true } };
}

/**
 * Numbers the pages of the navigation in this order.
 *
 * @returns the pages that change
 */
export function inOrder(order: PageFile[]): Record<string, DraftPage> {
  const changed = order.flatMap(({ file, page }, index) => {
    const { navigation } = page;
    if (!navigation || navigation.place === index + 1) return [];
    return [[file, { ...page, navigation: { ...navigation, place: index + 1 } }] as const];
  });
  return Object.fromEntries(changed);
}
