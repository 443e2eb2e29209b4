import { useMemo } from 'react';
import * as v from 'valibot';
import type { SchemaNode } from '../../../site/content-walk.ts';
import { type SectionKind, sectionKinds } from '../../../site/sections/index.ts';
import { textSchema } from '../../../site/sections/text/schema.ts';
import type { Value } from '../../operations.ts';
import { type DraftSection, pagesOf } from '../../pages.ts';
import { isPlaceholder } from '../../placeholder.ts';
import { messagesOf, useDesk, useDownloads, usePhotos } from '../Desk.tsx';
import { emptyValue } from '../form/empty-value.ts';

/** A section's name in lists: its heading, or the first text that its kind needs. */
export function nameOf(section: DraftSection): string {
  const { entries } = sectionKinds[section.kind].schema;
  const texts = Object.entries(entries as Record<string, SchemaNode>)
    .filter(([key, { type }]) => key !== 'kind' && type === 'string')
    .map(([key]) => section[key]);
  const name = 'heading' in entries ? section.heading : texts[0];
  return typeof name === 'string' && name !== '' && !isPlaceholder(name)
    ? name
    : kindTitle(section.kind);
}

export function kindTitle(kind: SectionKind): string {
  return v.getTitle(sectionKinds[kind].schema) ?? kind;
}

/** What fields that refer to something begin with: the first photo, file and subject, the form's page. */
export function useReferences(): Partial<Record<string, string>> {
  const { files } = useDesk();
  const photos = usePhotos();
  const downloads = useDownloads();
  return useMemo(() => {
    const pages = pagesOf(files);
    const form = pages.find(({ page }) =>
      page.sections.some(({ kind }) => kind === 'enquiry-form'),
    );
    return {
      photo: photos.find(({ isListed }) => isListed)?.name ?? '',
      file: downloads[0]?.name ?? '',
      subject: messagesOf(files).options.productType[0] ?? '',
      link: form?.page.path ?? pages[0]?.page.path ?? '/',
    };
  }, [files, photos, downloads]);
}

/** A section to write over. */
export function newSection(
  kind: SectionKind,
  references: Partial<Record<string, string>>,
): DraftSection & { [field: string]: Value } {
  const { schema } = sectionKinds[kind];
  const section = emptyValue(schema as SchemaNode, references) as { [field: string]: Value };
  // Without a part it would be a heading alone.
  if (kind === 'text')
    section.parts = emptyValue(textSchema.entries.parts.wrapped as SchemaNode, references);
  return section as DraftSection & { [field: string]: Value };
}

/** What a new page may begin as. */
export const STARTING_POINTS: Record<
  string,
  { title: string; help: string; kinds: SectionKind[] }
> = {
  text: { title: 'Tekst', help: 'Een kop met tekst eronder', kinds: ['introduction'] },
  offer: {
    title: 'Aanbod',
    help: 'Grote foto’s, een inleiding, een deel van je aanbod en een oproep',
    kinds: ['hero', 'introduction', 'offer', 'call-to-action'],
  },
  menu: {
    title: 'Menu als PDF',
    help: 'Een inleiding en een bestand om te openen',
    kinds: ['introduction', 'file'],
  },
};
