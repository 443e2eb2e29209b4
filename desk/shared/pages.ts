import * as v from 'valibot';
import { RESERVED_PATHS } from '../../publish/content/checks/pages.ts';
import { pageSchema } from '../../site/content/content.ts';
import type { SectionKind } from '../../site/sections/section-kinds.ts';
import { type Operation, operationsTo } from './operations.ts';
import { type MaybeValue, mapTexts, spliced, type Value, valueAt } from './values.ts';

/** Values by their file: 'pages/home.yaml'. */
export type Files = Readonly<Record<string, Value>>;

/** A page that may be incomplete. */
export type DraftPage = {
  path: string;
  redirects?: string[];
  navigation?: { label: string; place: number };
  title: string;
  description: string;
  inFooter?: boolean;
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

/** The pages in the order of the menu, then by title. */
export function pagesOf(files: Files): PageFile[] {
  const pages: PageFile[] = [];
  for (const [file, value] of Object.entries(files)) {
    if (file.startsWith('pages/')) pages.push({ file, page: value as DraftPage });
  }
  const menuPlaceOf = ({ page }: PageFile) => page.navigation?.place ?? Infinity;
  return pages.sort((a, b) => {
    return menuPlaceOf(a) - menuPlaceOf(b) || a.page.title.localeCompare(b.page.title);
  });
}

/** The titles of single files. A page is called by its name in the menu, or else by its title. */
const FILE_TITLES: Record<string, string> = {
  'company.yaml': 'Gegevens van de zaak',
  'site.yaml': 'Instellingen',
  'messages.yaml': 'Knoppen en meldingen',
  'mails.yaml': 'Mails',
  'brand.yaml': 'Logo en kleuren',
  'notice.yaml': 'Mededeling',
  'full-days.yaml': 'Volzette dagen',
  'photos/photos.yaml': 'Foto’s',
};

const UPLOAD_TITLES: Record<string, string> = { photos: 'Foto', files: 'Bestand', brand: 'Logo' };

export function fileTitle(file: string, value: MaybeValue): string {
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

/** The address of a page, and the addresses that lead to it. */
export const addressesOf = ({ path, redirects = [] }: DraftPage) => [path, ...redirects];

const MAX_SLUG_LENGTH = 60;

/** The name in an address: 'communie-en-lentefeest' for 'Communie & lentefeest'. */
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

/** The first of 'feesten', 'feesten-2', … that is not taken. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name}-${number}`;
    if (!isTaken(free)) return free;
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
  const name = freeName(slug, (candidate) => taken.includes(`/${candidate}`));
  return { path: `/${name}`, file: `pages/${name}.yaml` };
}

/**
 * Makes a hidden copy of a page, which is not in the menu. Links to parts of the page lead to those
 * of the copy.
 */
export function duplicatePage(page: DraftPage, files: Files): { file: string; page: DraftPage } {
  const title = `${page.title} (kopie)`;
  const { path, file } = freeAddress(title, files);
  const { navigation: _, redirects: _redirects, inFooter: _inFooter, ...copied } = page;
  const sections = mapTexts(page.sections, (text) => {
    if (text.startsWith(`${page.path}#`)) return path + text.slice(page.path.length);
    return text.replaceAll(`](${page.path}#`, `](${path}#`);
  });
  const copy = { ...copied, path, title, hidden: true, sections: sections as DraftSection[] };
  return { file, page: copy };
}

/**
 * Removes a page. Its addresses then lead to `target`, and so do the links to its parts.
 *
 * @param target undefined: the addresses lead nowhere
 */
export function removePage(
  { file, page }: PageFile,
  target: PageFile | undefined,
  files: Files,
): Record<string, Operation[]> {
  const changes: Record<string, Operation[]> = { [file]: [{ type: 'remove', path: [] }] };
  if (!target) return changes;
  const gone = addressesOf(page).filter((address) => v.is(pageSchema.entries.path, address));
  const toPart = new RegExp(`(^|\\]\\()(?:${gone.join('|')})#[^)\\s]*`, 'g');
  const lead = (text: string) =>
    gone.length > 0 ? text.replace(toPart, `$1${target.page.path}`) : text;
  for (const [other, value] of Object.entries(files)) {
    if (other === file) continue;
    const operations = operationsTo(value, mapTexts(value, lead));
    if (operations.length > 0) changes[other] = operations;
  }
  const { redirects = [] } = target.page;
  const all = [...redirects, ...gone.filter((address) => !redirects.includes(address))];
  const led: Operation = { type: 'set', path: ['redirects'], value: all };
  return { ...changes, [target.file]: [...(changes[target.file] ?? []), led] };
}

/**
 * The operations before a page is restored: other pages give up the addresses that they took over
 * from it.
 */
export function giveBackAddresses(page: DraftPage, files: Files): Record<string, Operation[]> {
  const returned = addressesOf(page);
  const changes: Record<string, Operation[]> = {};
  for (const { file, page: other } of pagesOf(files)) {
    const { redirects = [] } = other;
    const value = redirects.filter((address) => !returned.includes(address));
    if (value.length === redirects.length || other.path === page.path) continue;
    // A list that becomes empty is removed: a page has none until it takes over an address, and an
    // empty one would be a change to put online.
    const path = ['redirects'];
    changes[file] = [value.length > 0 ? { type: 'set', path, value } : { type: 'remove', path }];
  }
  return changes;
}

/** Copies a section without what each page must have only once, such as an anchor. */
export function duplicateSection({ anchor: _, ...section }: DraftSection): DraftSection {
  return section;
}

/**
 * Gives a page another address. The previous one becomes a redirect, so that bookmarks still work.
 */
export function setAddress(page: DraftPage, path: string): Operation[] {
  const { path: before, redirects = [] } = page;
  const others = redirects.filter((address) => address !== path);
  // An address that was mistyped becomes no redirect.
  if (v.is(pageSchema.entries.path, before)) others.push(before);
  return [
    { type: 'set', path: ['path'], value: path },
    { type: 'set', path: ['redirects'], value: others },
  ];
}

/** The entry that puts a page last in the menu, with its title. */
export function menuEntry({ title }: DraftPage, pages: PageFile[]) {
  const places = pages.map(({ page }) => page.navigation?.place ?? 0);
  return { label: title, place: Math.max(0, ...places) + 1 };
}

/** Shows a hidden page, and puts it into the menu. */
export function showInMenu(page: DraftPage, pages: PageFile[]): Operation[] {
  const operations: Operation[] = [{ type: 'remove', path: ['hidden'] }];
  if (page.navigation) return operations;
  return [...operations, { type: 'set', path: ['navigation'], value: menuEntry(page, pages) }];
}

/** Moves a page of the menu, and numbers them all. */
export function movePage(menu: PageFile[], from: number, to: number): Record<string, Operation[]> {
  const order = spliced(spliced(menu, from, 1), to, 0, ...menu.slice(from, from + 1));
  const changes: Record<string, Operation[]> = {};
  for (const [index, { file, page }] of order.entries()) {
    const value = index + 1;
    if (!page.navigation || page.navigation.place === value) continue;
    changes[file] = [{ type: 'set', path: ['navigation', 'place'], value }];
  }
  return changes;
}
