import * as v from 'valibot';
import {
  isPlaceholderText,
  PLACEHOLDER_URL,
  placeholderText,
} from '../../../publish/content/placeholder-texts.ts';
import type { Reference } from '../../../site/schema/content-values.ts';
import {
  type FieldPath,
  limitOf,
  markupOf,
  optionsOf,
  type SchemaNode,
  schemaFor,
  walkContent,
} from '../../../site/schema/content-walk.ts';
import type { DeskFile, DeskPhoto } from '../../shared/api.ts';
import { pagesOf } from '../../shared/pages.ts';
import { type MaybeValue, type Value, valueAt } from '../../shared/values.ts';
import { PHOTOS } from '../draft/file-names.ts';
import { isFreeText } from '../draft/last-valid.ts';
import { messagesIn } from '../draft/valid-value.ts';
import { getDeskState, queryClient } from '../store/app-store.ts';
import { insertEntry, setValue } from '../store/edits.ts';

export const fieldId = (file: string, path: FieldPath) => `${file}:${path.join('.')}`;

/** Titles of options and of fields that have none in their schema. */
const LABELS: Record<string, string> = {
  monday: 'maandag',
  tuesday: 'dinsdag',
  wednesday: 'woensdag',
  thursday: 'donderdag',
  friday: 'vrijdag',
  saturday: 'zaterdag',
  sunday: 'zondag',
  large: 'groot',
  modest: 'bescheiden',
  BE: 'België',
  NL: 'Nederland',
  instrument: 'Instrument: slank, als een menukaart',
  fraunces: 'Fraunces: zacht en rond',
  cormorant: 'Cormorant: fijn en klassiek',
  bricolage: 'Bricolage: stevig, zonder schreven',
  items: 'Lijst',
  answer: 'Antwoord',
  colors: 'Kleuren',
};

export const optionLabel = (option: string) => LABELS[option] ?? option;

export function fieldTitle(schema: SchemaNode, path: FieldPath): string {
  return v.getTitle(schema.wrapped ?? schema) ?? optionLabel(String(path.at(-1)));
}

/** Help texts that are too general to be useful at a field. */
const GENERAL_HELP = /zonder \{ en \}|één of meer|een korte tekst op één regel/;

/** @returns undefined when the help only repeats the title */
export function helpOf(schema: SchemaNode): string | undefined {
  const help = v.getDescription(schema.wrapped ?? schema);
  const title = fieldTitle(schema, ['']).toLowerCase();
  const repeatsTitle = help?.includes(title) && help.length < title.length + 20;
  if (!help || repeatsTitle || GENERAL_HELP.test(help)) return undefined;
  return sentenceOf(help);
}

/** Turns a help text, which the checks quote within a sentence, into a sentence of its own. */
function sentenceOf(help: string): string {
  // 'één' is written 'Eén' at the start of a sentence.
  const capital = help.startsWith('één') ? 'Eén' : help.charAt(0).toUpperCase();
  const sentence = capital + help.slice(capital.length);
  return sentence.includes('. ') ? `${sentence}.` : sentence;
}

export const isPhoto = (schema: SchemaNode | undefined) =>
  schema !== undefined && v.getMetadata(schema).reference === 'photo';

/** The picture for a row: the first photo anywhere in a value. Undefined when there is none. */
export function thumbnailIn(
  schema: SchemaNode,
  value: unknown,
  photos: readonly DeskPhoto[],
): string | undefined {
  let found: DeskPhoto | undefined;
  walkContent(schema, value, (name, described) => {
    if (isPhoto(described)) found ??= photos.find((photo) => photo.name === name);
  });
  return found?.thumbnail;
}

/**
 * Makes a new entry without optional fields. Its texts are placeholders and its numbers are null:
 * both can be saved, but publishing refuses them until the caterer fills them in.
 */
export function emptyValue(schema: SchemaNode): Value {
  const { reference } = v.getMetadata(schema);
  const { entries, item } = schema;
  if (reference) return firstOf(reference as Reference);
  if ('literal' in schema) return schema.literal as Value;
  if (schema.type === 'number') return null;
  if (entries) {
    const fields = Object.entries(entries).filter(([, inner]) => !inner.wrapped);
    return Object.fromEntries(fields.map(([key, inner]) => [key, emptyValue(inner)]));
  }
  if (item) {
    const length = Math.max(1, limitOf(schema, 'min_length') ?? 1);
    return Array.from({ length }, () => emptyValue(item));
  }
  const [option] = optionsOf(schema);
  if (option) return emptyValue(option);
  if (schema.options?.[0]) return String(schema.options[0]);
  const [example]: readonly unknown[] = v.getExamples(schema);
  const candidates = [placeholderText(v.getTitle(schema) ?? 'Tekst'), PLACEHOLDER_URL, example];
  return (candidates.find((candidate) => v.is(schema, candidate)) ?? '') as Value;
}

/** Whether an entry of a list has several fields. */
export const hasFields = (item: SchemaNode) =>
  item.entries !== undefined || optionsOf(item).some(({ entries }) => entries);

/**
 * The first text that was typed in an entry, such as the name of a dish. Undefined when there is
 * none.
 */
export function nameOfEntry(item: SchemaNode, entry: MaybeValue): string | undefined {
  const { entries = {} } = schemaFor(item, entry);
  const texts = Object.entries(entries).map(([key, schema]) => {
    return isFreeText(schema) ? valueAt(entry, [key]) : undefined;
  });
  const isName = (text: MaybeValue): text is string =>
    typeof text === 'string' && text.trim() !== '' && !isPlaceholderText(text);
  return [entry, ...texts].find(isName);
}

/** The texts in a value that somebody typed, or that its schema has as defaults, without markup. */
export function textsIn(schema: SchemaNode, value: MaybeValue): string[] {
  const inner = schema.wrapped ?? schema;
  const { default: fallback } = schema as { default?: MaybeValue };
  const shown = value ?? fallback;
  const { item } = inner;
  if (item) return Array.isArray(shown) ? shown.flatMap((entry) => textsIn(item, entry)) : [];
  const { entries } = schemaFor(inner, shown);
  if (entries) {
    const fields = Object.entries(entries);
    return fields.flatMap(([key, field]) => textsIn(field, valueAt(shown, [key])));
  }
  if (typeof shown !== 'string' || shown.trim() === '' || isPlaceholderText(shown)) return [];
  return isFreeText(inner) || markupOf(inner) ? [withoutMarkup(shown)] : [];
}

const withoutMarkup = (text: string) =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^(?:[-*]|\d+\.) |\*+/gm, '')
    .replace(/\s+/g, ' ');

export const isFull = (schema: SchemaNode, list: readonly unknown[]) =>
  list.length >= (limitOf(schema, 'max_length') ?? Number.POSITIVE_INFINITY);

/**
 * Adds an empty entry at the end of a list.
 *
 * @returns its index
 */
export function addEntry(file: string, path: FieldPath, schema: SchemaNode): number {
  const { item } = schema.wrapped ?? schema;
  const list = valueAt(getDeskState().files[file], path);
  const entry = item ? emptyValue(item) : '';
  if (!Array.isArray(list)) {
    setValue(file, path, [entry]);
    return 0;
  }
  insertEntry(file, [...path, list.length], entry);
  return list.length;
}

function firstOf(reference: Reference) {
  const desk = getDeskState();
  const first = {
    photo: Object.keys(desk.files[PHOTOS] ?? {})[0],
    file: queryClient.getQueryData<DeskFile[]>(['GET /api/files'])?.[0]?.name,
    subject: messagesIn(desk).options.productType[0],
    link: pagesOf(desk.files)[0]?.page.path,
  };
  return first[reference] ?? '';
}

/** Reads '12,50', '12.50', '€ 12,50' and '1.250' (over a thousand). */
export function readNumber(text: string): number | undefined {
  const typed = text.replace(/[\s€]|EUR/gi, '');
  const hasThousands = /^-?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(typed);
  const plain = hasThousands ? typed.replaceAll('.', '') : typed;
  const isNumber = /^-?\d+(?:[.,]\d+)?$/.test(plain);
  return isNumber ? Number(plain.replace(',', '.')) : undefined;
}

/** '12,50', '7', '51,0543' */
export function writeNumber(value: number): string {
  return String(value).replace('.', ',').replace(/,\d$/, '$&0');
}
