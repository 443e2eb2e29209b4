import * as v from 'valibot';
import { type FieldPath, limitOf, optionsOf, type SchemaNode } from '../../../site/content-walk.ts';
import { PLACEHOLDER_URL, placeholder } from '../../placeholder.ts';
import type { Value } from '../../values.ts';
import { referencesNow } from '../pages/use-page-context.ts';

/** How forms name fields, what they begin with, and how they write numbers. */

/** The id of a field's control, by which the page finds it. */
export const fieldId = (file: string, path: FieldPath) => `${file}:${path.join('.')}`;

/** Dutch labels of options and fields without a title; others are shown as they are in the file. */
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
  altcha: 'ALTCHA, op je eigen server',
  recaptcha: 'reCAPTCHA van Google',
  hcaptcha: 'hCaptcha',
  turnstile: 'Turnstile van Cloudflare',
  instrument: 'Instrument: slank, zoals een gedrukte menukaart',
  fraunces: 'Fraunces: zacht en rond',
  cormorant: 'Cormorant: fijn en klassiek',
  bricolage: 'Bricolage: stevig, zonder schreven',
  items: 'Lijst',
  answer: 'Antwoord',
  colors: 'Kleuren',
};

export const optionLabel = (option: string) => LABELS[option] ?? option;

/** A field's name for the caterer. */
export function titleOf(schema: SchemaNode, path: FieldPath): string {
  const title = v.getTitle(schema) ?? (schema.wrapped && v.getTitle(schema.wrapped));
  return title ?? optionLabel(String(path.at(-1)));
}

/** Schemas explain fields to who writes YAML too; the desk leaves such explanations out. */
const ABOUT_FILES =
  /\.yaml|\banker|\bmap\b|\btrue\b|""|één van: |met een punt|label en to|\{ en \}|één of meer/;

/** The help text of the schema, unless the title says the same. */
export function helpOf(schema: SchemaNode): string | undefined {
  const description =
    v.getDescription(schema) ?? (schema.wrapped && v.getDescription(schema.wrapped));
  const help = description?.replace(/,? (?:tussen|zonder) aanhalingstekens/g, '');
  const title = titleOf(schema, ['']).toLowerCase();
  const repeatsTitle = help?.includes(title) && help.length < title.length + 20;
  if (!help || repeatsTitle || ABOUT_FILES.test(help)) return undefined;
  return help.charAt(0).toUpperCase() + help.slice(1);
}

/**
 * What a new entry begins with: texts that cannot go online, and nothing for what may be left out.
 * Its schema accepts it, so that it can be written at once; a number has no such value and stays empty.
 *
 * @param references what fields that refer to something begin with
 */
export function emptyValue(schema: SchemaNode, references = referencesNow()): Value {
  const { reference } = v.getMetadata(schema);
  const { entries, item } = schema;
  if (typeof reference === 'string') return references[reference] ?? '';
  if (schema.type === 'literal') return (schema as unknown as { literal: Value }).literal;
  if (schema.type === 'number') return null;
  if (entries) {
    const fields = Object.entries(entries).filter(([, inner]) => !inner.wrapped);
    return Object.fromEntries(fields.map(([key, inner]) => [key, emptyValue(inner, references)]));
  }
  if (item) {
    const length = Math.max(1, limitOf(schema, 'min_length') ?? 1);
    return Array.from({ length }, () => emptyValue(item, references));
  }
  const [option] = optionsOf(schema);
  if (option) return emptyValue(option, references);
  if (schema.options?.[0]) return String(schema.options[0]);
  const [example]: readonly unknown[] = v.getExamples(schema);
  const candidates = [placeholder(v.getTitle(schema) ?? 'Tekst'), PLACEHOLDER_URL, example];
  return (candidates.find((one) => v.is(schema, one)) ?? '') as Value;
}

/**
 * Reads a number as Belgians type it: '12,50', '12.50', '€ 12,50' and '1.250' (a thousand, two hundred
 * and fifty), whatever the browser's language is.
 *
 * @returns undefined for what is no number
 */
export function readNumber(text: string): number | undefined {
  const typed = text.replace(/[\s\u00a0€]|EUR/gi, '');
  const plain = /^-?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(typed) ? typed.replaceAll('.', '') : typed;
  return /^-?\d+(?:[.,]\d+)?$/.test(plain) ? Number(plain.replace(',', '.')) : undefined;
}

/** '12,50', '7', '51,0543' */
export function writeNumber(value: number): string {
  return String(value).replace('.', ',').replace(/,\d$/, '$&0');
}
