import type { Field } from '../../../enquiry/field.ts';
import { CAPTCHA_KEYS, FIELDS, HONEYPOT, type VisibleField } from '../../../enquiry/fields.ts';
import { formatTypedDate, formatWireDate, parseTypedDate } from './typed-date.ts';

/** The text in the form's controls, including the honeypot. */
export type FormValues = Partial<Record<VisibleField | typeof HONEYPOT, string>>;

export type ShownField = Extract<(typeof FIELDS)[number], { name: VisibleField }>;

/** Every field with a visible control, in form order. */
export const SHOWN_FIELDS: readonly ShownField[] = FIELDS.filter((field) => 'group' in field);

/** Values of a request, by wire name. */
type WireValues = Record<string, string | number>;

/**
 * The enquiry as it is sent (specification, section 3): empty fields and unknown keys are dropped,
 * dates are reformatted, counts are numbers. Other text is kept as typed, except for white space
 * around the e-mail address.
 *
 * Invalid values stay, so that the schema reports them under the right field: a date as typed, a
 * count as NaN.
 *
 * @param locale language of month names in a typed date
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

/** Whether every field is empty or white space. */
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
  const honeypotValue = values[HONEYPOT] ?? '';
  return {
    ...toEnquiry(values, locale, fields),
    ...(isEmpty(honeypotValue) ? {} : { [HONEYPOT]: honeypotValue }),
    ...Object.fromEntries(CAPTCHA_KEYS.map((key) => [key, captchaResult])),
  };
}

/**
 * The inverse of {@link toRequest}, without the captcha result.
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

/** Reads '80', or with Belgian thousands separators: '1.200', '1 200'. */
function toCount(text: string): number {
  return /^\d+$|^\d{1,3}(?:[.\s]\d{3})+$/.test(text) ? Number(text.replace(/\D/g, '')) : Number.NaN;
}

const isEmpty = (text: string) => text.trim() === '';
