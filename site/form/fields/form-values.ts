import * as v from 'valibot';
import { enquirySchema } from '../../../enquiry/enquiry.ts';
import {
  CAPTCHA_KEYS,
  type EnquiryRule,
  FIELDS,
  type Field,
  HONEYPOT,
  type Visible,
  type VisibleField,
} from '../../../enquiry/fields.ts';
import { formatTypedDate, formatWireDate, parseTypedDate } from './typed-date.ts';

/** The text in the form's controls, including the honeypot. */
export type FormValues = Partial<Record<VisibleField | typeof HONEYPOT, string>>;

/** The rule that each invalid field breaks, in form order. */
export type WrongFields = ReadonlyMap<VisibleField, EnquiryRule>;

export type ShownField = Field & Visible & { name: VisibleField };

/** Every field with a visible control, in form order. */
export const SHOWN_FIELDS: readonly ShownField[] = FIELDS.filter((field) => 'group' in field);

export const CONTROLS = [...SHOWN_FIELDS.map(({ name }) => name), HONEYPOT] as const;

type WireValues = Record<string, string | number>;

/**
 * The enquiry as it is sent (specification, section 3), without empty fields and unknown keys. An
 * invalid date stays as typed, an invalid count is NaN, so that the schema reports them.
 *
 * @param locale language of month names in a typed date
 */
export function toEnquiry(values: FormValues, locale: string): WireValues {
  const enquiry: WireValues = {};
  for (const { name, kind } of SHOWN_FIELDS) {
    const text = values[name] ?? '';
    if (!isEmpty(text)) enquiry[name] = toWireValue(kind, text, locale);
  }
  return enquiry;
}

/** Validates form values with the same schema as the server. */
export function findWrongFields(values: FormValues, locale: string): WrongFields {
  const enquiry = toEnquiry(values, locale);
  const { issues = [] } = v.safeParse(enquirySchema, enquiry, { abortPipeEarly: true });
  const broken = issues.map((issue) => [v.getDotPath(issue), issue.message]);
  // The schema's names and messages are those of the fields.
  return new Map(broken as [VisibleField, EnquiryRule][]);
}

export function isBlank(values: FormValues): boolean {
  return SHOWN_FIELDS.every(({ name }) => isEmpty(values[name] ?? ''));
}

/** The body of `POST {api}/mail/{slug}`. */
export function toRequest(values: FormValues, captchaResult: string, locale: string): WireValues {
  const request = toEnquiry(values, locale);
  const trapped = values[HONEYPOT] ?? '';
  if (!isEmpty(trapped)) request[HONEYPOT] = trapped;
  for (const key of CAPTCHA_KEYS) request[key] = captchaResult;
  return request;
}

/** A date in the form's format ('05/03/2027'); other text as it is. */
export function showDate(text: string, locale: string): string {
  const date = parseTypedDate(text, locale);
  return date ? formatTypedDate(date) : text;
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
    default:
      return text;
  }
}

/** Reads '80', or with Belgian thousands separators: '1.200', '1 200'. */
function toCount(text: string): number {
  const isPlain = /^\d+$/.test(text);
  const isGrouped = /^\d{1,3}([.\s]\d{3})+$/.test(text);
  if (!isPlain && !isGrouped) return Number.NaN;
  return Number(text.replace(/\D/g, ''));
}

const isEmpty = (text: string) => text.trim() === '';
