import * as v from 'valibot';
import { isGroup, type SchemaNode } from '../../../site/content-walk.ts';
import { type SectionKind, sectionKinds } from '../../../site/sections/index.ts';
import { addressFor, fileFor } from '../../pages.ts';
import { emptyValue } from '../form/empty-value.ts';
import type { Files } from '../state.ts';

/** A section as it stands in a draft: it may still miss something. */
export interface DraftSection {
  kind: SectionKind;
  anchor?: string;
  hidden?: boolean;
  [field: string]: unknown;
}

/** A page as it stands in a draft. */
export interface DraftPage {
  path: string;
  redirects?: string[];
  navigation?: { label: string; place: number };
  title: string;
  description: string;
  hidden?: boolean;
  sections: DraftSection[];
}

/** Every page in the order of the navigation, then the others by title. */
export function pagesOf(files: Files): { file: string; page: DraftPage }[] {
  const pages = Object.entries(files).filter(([file]) => file.startsWith('pages/'));
  return pages
    .map(([file, page]) => ({ file, page: page as DraftPage }))
    .toSorted(
      (a, b) =>
        (a.page.navigation?.place ?? Infinity) - (b.page.navigation?.place ?? Infinity) ||
        a.page.title.localeCompare(b.page.title),
    );
}

/** By what a section is told from others: its heading, or the first text that its kind insists on. */
export function nameOf(section: DraftSection): string {
  const { entries } = sectionKinds[section.kind].schema;
  const texts = Object.entries(entries as Record<string, SchemaNode>)
    .filter(([key, { type }]) => key !== 'kind' && type === 'string')
    .map(([key]) => section[key]);
  const name = 'heading' in entries ? section.heading : texts[0];
  return typeof name === 'string' && name !== '' ? name : kindTitle(section.kind);
}

export function kindTitle(kind: SectionKind): string {
  return v.getTitle(sectionKinds[kind].schema) ?? kind;
}

export function kindHelp(kind: SectionKind): string {
  return v.getDescription(sectionKinds[kind].schema) ?? '';
}

/** A section to write over: its schema's examples, and photos of the house. */
export function newSection(kind: SectionKind, photos: string[]): DraftSection {
  const section = emptyValue(sectionKinds[kind].schema as SchemaNode) as DraftSection;
  return fillPhotos(section, photos);
}

function fillPhotos(section: DraftSection, photos: string[]): DraftSection {
  if (!Array.isArray(section.photos) || section.photos.length > 0) return section;
  return { ...section, photos: photos.slice(0, 1) };
}

/** What a new page may begin as. */
export const STARTING_POINTS: Record<
  string,
  { title: string; help: string; kinds: SectionKind[] }
> = {
  offer: {
    title: 'Aanbod',
    help: 'Grote foto’s, een inleiding, een deel van je aanbod en een oproep',
    kinds: ['hero', 'introduction', 'offer', 'call-to-action'],
  },
  text: { title: 'Tekst', help: 'Een kop met lopende tekst eronder', kinds: ['text'] },
  menu: {
    title: 'Menu als PDF',
    help: 'Een inleiding en een bestand om te openen, zoals het menu van de maand',
    kinds: ['introduction', 'file'],
  },
};

/** An address for a page with this title, and a file, that no other page has. */
export function freeAddress(title: string, files: Files): { path: string; file: string } {
  const pages = pagesOf(files).map(({ file, page }) => ({ path: file, value: page as never }));
  const path = addressFor(title, pages);
  return { path, file: fileFor(path, pages) };
}

/** The places of the navigation counted anew, in this order. */
export function inOrder(order: { file: string; page: DraftPage }[]): Record<string, unknown> {
  const changed = order.flatMap(({ file, page }, index) => {
    const { navigation } = page;
    if (!navigation || navigation.place === index + 1) return [];
    return [[file, { ...page, navigation: { ...navigation, place: index + 1 } }]];
  });
  return Object.fromEntries(changed);
}

/** A changed address keeps leading here from the one that visitors know. */
export function withAddress(page: DraftPage, path: string, saved: unknown): DraftPage {
  const known = isGroup(saved) ? String(saved.path) : undefined;
  const old = isGroup(saved) && Array.isArray(saved.redirects) ? saved.redirects : [];
  const leading = known && known !== path ? [...old, known] : old;
  const redirects = leading.filter((one) => one !== path);
  const { redirects: _, ...rest } = page;
  const { path: _path, ...others } = rest;
  return { path, ...(redirects.length > 0 && { redirects }), ...others } as DraftPage;
}
