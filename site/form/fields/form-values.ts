import type { Field } from '../../../enquiry/field.ts';
import { CAPTCHA_KEYS, FIELDS, HONEYPOT, type VisibleField } from '../../../enquiry/fields.ts';
import { formatTypedDate, formatWireDate, parseTypedDate } from './typed-date.ts';

/** What the form's controls hold: text, whatever it means. The honeypot no person sees. */
export type FormValues = Partial<Record<VisibleField | typeof HONEYPOT, string>>;

/** A visible field of the list. */
export type ShownField = Extract<(typeof FIELDS)[number], { name: VisibleField }>;

/** Every field with a control, in the order of the form. */
export const SHOWN_FIELDS: readonly ShownField[] = FIELDS.filter((field) => 'group' in field);

/** What travels, by wire name. */
type WireValues = Record<string, string | number>;

/**
 * The enquiry as it would travel (specification, section 3): empty and white-space fields are
 * dropped, dates are reformatted, counts are numbers, keys of no field are left out. Text is kept as
 * it was typed, but for white space around the e-mail address.
 *
 * What cannot be read stays in a form that the schema refuses under the right field: a wrong date
 * as it was typed, a wrong count as NaN.
 *
 * @param locale of the months' names in a typed date
 * @param fields default: those of the form
 */
export function toEnquiry(
  values: FormValues,
  locale: string,
  fields: readonly Field[] = SHOWN_FIELDS,
): WireValues {
  const typed: Readonly<Record<string, string | undefined>> = values;
  const enquiry: WireValues = {};
  for (const { name, kind } of fields) {
    const text = typed[name];
    if (text !== undefined && !isEmpty(text)) enquiry[name] = toWireValue(kind, text, locale);
  }
  return enquiry;
}

/** Nothing is filled in, or only white space. */
export function isBlank(values: FormValues): boolean {
  return SHOWN_FIELDS.every(({ name }) => isEmpty(values[name] ?? ''));
}

/** The body of `POST {api}/mail/{slug}`. */
export function toRequest(
  values: FormValues,
  captchaResult: string,
  locale: string,
  fields: readonly Field[] = SHOWN_FIELDS,
): WireValues {
  const trapped = values[HONEYPOT] ?? '';
  return {
    ...toEnquiry(values, locale, fields),
    ...(isEmpty(trapped) ? {} : { [HONEYPOT]: trapped }),
    ...Object.fromEntries(CAPTCHA_KEYS.map((key) => [key, captchaResult])),
  };
}

/**
 * What stood in the controls when a request was made: {@link toRequest} makes the same of it again.
 *
 * @param body JSON that {@link toRequest} made
 */
export function fromRequest(
  body: string,
  locale: string,
  fields: readonly Field[] = SHOWN_FIELDS,
): FormValues {
  const request: WireValues = JSON.parse(body);
  const values: Record<string, string> = {};
  for (const { name, kind } of fields) {
    if (request[name] === undefined) continue;
    const text = String(request[name]);
    const date = kind === 'date' ? parseTypedDate(text, locale) : undefined;
    values[name] = date ? formatTypedDate(date) : text;
  }
  if (request[HONEYPOT] !== undefined) values[HONEYPOT] = String(request[HONEYPOT]);
  return values;
}

function toWireValue(kind: Field['kind'], text: string, locale: string): string | number {
  switch (kind) {
    case 'email':
      return text.trim();
    case 'date': {
      const date = parseTypedDate(text, locale);
      return date ? formatWireDate(date) : text;
    }
    case 'count':
      return toCount(text.trim());
    case 'line':
    case 'text':
    case 'option':
      return text;
  }
}

/** '80', or with thousands marked as one does in Belgium: '1.200', '1 200'. */
function toCount(text: string): number {
  return /^\d+$|^\d{1,3}(?:[.\s]\d{3})+$/.test(text) ? Number(text.replace(/\D/g, '')) : Number.NaN;
}

const isEmpty = (text: string) => text.trim() === '';
