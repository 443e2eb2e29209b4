import * as v from 'valibot';
import type { SchemaNode } from '../../../site/content-walk.ts';
import { type SectionKind, sectionKinds } from '../../../site/sections/index.ts';
import { textSchema } from '../../../site/sections/text/schema.ts';
import type { DraftSection } from '../../pages.ts';
import { emptyValue } from '../form/empty-value.ts';

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

/** A section to write over: its schema's examples, and a photo and a file of the house. */
export function newSection(kind: SectionKind, photos: string[], files: string[]): DraftSection {
  const section = emptyValue(sectionKinds[kind].schema as SchemaNode) as DraftSection;
  if (Array.isArray(section.photos)) section.photos = photos.slice(0, 1);
  if (section.photo === '') section.photo = photos[0] ?? '';
  if (section.file === '') section.file = files[0] ?? '';
  // A text of which no part were written would be a heading alone.
  if (kind === 'text') section.parts = emptyValue(textSchema.entries.parts.wrapped as SchemaNode);
  return section;
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
