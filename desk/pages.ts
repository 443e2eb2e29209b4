import * as v from 'valibot';
import { RESERVED_PATHS } from '../publish/content/checks/pages.ts';
import { pageSchema } from '../site/content.ts';
import type { SectionKind } from '../site/sections/index.ts';
import type { Operation } from './operations.ts';
import { type MaybeValue, type Value, valueAt } from './values.ts';

/** Values by their file: 'pages/home.yaml'. */
export type Files = Readonly<Record<string, Value>>;

/** May be incomplete. */
export type DraftPage = {
  path: string;
  redirects?: string[];
  navigation?: { label: string; place: number };
  title: string;
  description: string;
  hidden?: boolean;
  sections: DraftSection[];
};

export type DraftSection = {
  kind: SectionKind;
  anchor?: string;
  hidden?: boolean;
  [field: string]: Value;
};

export interface PageFile {
  file: string;
  page: DraftPage;
}

/** In the order of the menu, then by title. */
export function pagesOf(files: Files): PageFile[] {
  const pages: PageFile[] = [];
  for (const [file, value] of Object.entries(files)) {
    if (file.startsWith('pages/')) pages.push({ file, page: value as DraftPage });
  }
  const placeOf = ({ page }: PageFile) => page.navigation?.place ?? Infinity;
  return pages.sort((a, b) => {
    return placeOf(a) - placeOf(b) || a.page.title.localeCompare(b.page.title);
  });
}

/** A page has its name in the menu. */
const FILE_TITLES: Record<string, string> = {
  'company.yaml': 'Gegevens van de zaak',
  'site.yaml': 'Instellingen',
  'messages.yaml': 'Knoppen en meldingen',
  'mails.yaml': 'Mails',
  'brand.yaml': 'Logo en kleuren',
  'notice.yaml': 'Mededeling',
  'photos/photos.yaml': 'Foto’s',
};

const UPLOAD_TITLES: Record<string, string> = { photos: 'Foto', files: 'Bestand', brand: 'Logo' };

export function titleOf(file: string, value: MaybeValue): string {
  const fixed = FILE_TITLES[file];
  if (fixed) return fixed;
  const [folder = '', name] = file.split('/');
  const kind = UPLOAD_TITLES[folder];
  if (kind) return `${kind} ${name}`;
  const label = valueAt(value, ['navigation', 'label']);
  const title = valueAt(value, ['title']);
  const names = [label, title].filter((name) => typeof name === 'string');
  return names.find((name) => name.trim() !== '') ?? file;
}

export const isHome = (page: DraftPage) => addressesOf(page).includes('/');

/** Its address, and those that lead to it. */
export const addressesOf = ({ path, redirects = [] }: DraftPage) => [path, ...redirects];

const MAX_SLUG_LENGTH = 60;

/** 'communie-en-lentefeest' of 'Communie & lentefeest' */
export function slugOf(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' en ')
    .replaceAll('œ', 'oe')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-');
  return plain.replace(/^-+/, '').slice(0, MAX_SLUG_LENGTH).replace(/-+$/, '');
}

/** The first of 'feesten', 'feesten-2', … that is free. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number++) {
    const one = number === 1 ? name : `${name}-${number}`;
    if (!isTaken(one)) return one;
  }
}

/** A file and an address that no page has or had. */
export function freeAddress(title: string, files: Files): { path: string; file: string } {
  const taken: string[] = [...RESERVED_PATHS];
  for (const { file, page } of pagesOf(files)) {
    const named = file.toLowerCase().replace(/^pages(.*)\.yaml$/, '$1');
    taken.push(named, ...addressesOf(page));
  }
  const slug = slugOf(title) || 'pagina';
  const name = freeName(slug, (one) => taken.includes(`/${one}`));
  return { path: `/${name}`, file: `pages/${name}.yaml` };
}

/** The previous address becomes a redirect: bookmarks still work. */
export function setAddress(page: DraftPage, path: string): Operation[] {
  const { path: before, redirects = [] } = page;
  const others = redirects.filter((one) => one !== path);
  // Not one that was mistyped.
  if (v.is(pageSchema.entries.path, before)) others.push(before);
  return [
    { type: 'set', path: ['path'], value: path },
    { type: 'set', path: ['redirects'], value: others },
  ];
}

/** Moves a page of the menu, and numbers them all. */
export function movePage(menu: PageFile[], from: number, to: number): Record<string, Operation[]> {
  const order = menu.toSpliced(from, 1).toSpliced(to, 0, ...menu.slice(from, from + 1));
  const changes: Record<string, Operation[]> = {};
  for (const [index, { file, page }] of order.entries()) {
    const value = index + 1;
    if (!page.navigation || page.navigation.place === value) continue;
    changes[file] = [{ type: 'set', path: ['navigation', 'place'], value }];
  }
  return changes;
}
