import * as v from 'valibot';
import { isPlaceholderText } from '../../../publish/content/placeholder-texts.ts';
import { optionsOf, type SchemaNode } from '../../../site/schema/content-walk.ts';
import { type SectionKind, sectionKinds } from '../../../site/sections/section-kinds.ts';
import { textSchema } from '../../../site/sections/text/schema.ts';
import type { DraftSection, Files } from '../../shared/pages.ts';
import { valueAt } from '../../shared/values.ts';
import { PHOTOS } from '../draft/file-names.ts';
import { emptyValue, fieldTitle, hasFields, isFull } from '../form/form-values.ts';

/* The names of sections, new sections, and the lists to which entries are added. */

/**
 * The list of a section to which entries are added on the page, such as the lines of a menu card.
 */
export function listIn({ kind, ...section }: DraftSection) {
  const { entries = {} }: SchemaNode = sectionKinds[kind].schema;
  for (const [field, schema] of Object.entries(entries)) {
    // The optional links of a section do not count as such a list.
    if (!schema.item || !hasFields(schema.item)) continue;
    const value = section[field];
    if (isFull(schema, Array.isArray(value) ? value : [])) return undefined;
    return {
      field,
      schema,
      title: fieldTitle(optionsOf(schema.item)[0] ?? schema.item, [field]),
    };
  }
  return undefined;
}

/** A photo without a heading is called by its caption, or else by what it shows. */
export function sectionNameOf(section: DraftSection, files: Files): string {
  const { kind, heading, sentence, text, caption, photo } = section;
  const alt = valueAt(files[PHOTOS], [String(photo), 'alt']);
  const name = String(heading ?? sentence ?? text ?? caption ?? alt ?? '');
  return name === '' || isPlaceholderText(name) ? kindTitle(kind) : name;
}

/** The line below the name of a section; undefined when the name says it already. */
export function kindLine({ kind, hidden }: DraftSection, name: string): string | undefined {
  const title = kindTitle(kind);
  if (name === title) return hidden ? 'Verborgen' : undefined;
  return hidden ? `${title}, verborgen` : title;
}

export const kindTitle = (kind: SectionKind) => v.getTitle(sectionKinds[kind].schema) ?? kind;

export function newSection(kind: SectionKind): DraftSection {
  const schema: SchemaNode = sectionKinds[kind].schema;
  const section = emptyValue(schema) as DraftSection;
  // The section needs one part, because otherwise it would consist of a heading only.
  const { wrapped: parts } = textSchema.entries.parts;
  return kind === 'text' ? { ...section, parts: emptyValue(parts) } : section;
}

/** @param name for example 'menu-december.pdf' */
export function fileSection(name: string): DraftSection {
  const words = name.replace(/\.\w+$/, '').replaceAll('-', ' ');
  const heading = words.charAt(0).toUpperCase() + words.slice(1);
  const text = 'Bekijk het hier, of bewaar het op je toestel.';
  return { kind: 'file', heading, text, label: `Open ‘${heading}’`, file: name };
}
