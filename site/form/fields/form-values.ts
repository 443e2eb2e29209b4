import * as v from 'valibot';
import { enquirySchema } from '../../../enquiry/enquiry.ts';
import {
  CAPTCHA_KEYS,
  type EnquiryRule,
  FIELDS,
  type Field,
  HONEYPOT,
  type VisibleFieldName,
  type VisibleProperties,
} from '../../../enquiry/fields.ts';
import { isBlankText, normalizeEmailAddress, normalizeLine } from '../../../enquiry/pasted-text.ts';
import { doubtAbout, formatTypedDate, formatWireDate, parseTypedDate } from './typed-date.ts';

/** The text in the form's controls, including the honeypot. */
export type FormValues = Partial<Record<VisibleFieldName | typeof HONEYPOT, string>>;

/** The rule that each invalid field breaks, in form order. */
export type InvalidFields = ReadonlyMap<VisibleFieldName, EnquiryRule>;

export type VisibleField = Field & VisibleProperties & { name: VisibleFieldName };

/** Every field with a visible control, in form order. */
export const VISIBLE_FIELDS: readonly VisibleField[] = FIELDS.filter((field) => 'group' in field);

export const CONTROL_NAMES = [...VISIBLE_FIELDS.map(({ name }) => name), HONEYPOT] as const;

type WireValues = Record<string, string | number>;

/**
 * The enquiry as it is sent (specification, section 3), without empty fields and unknown keys. An
 * invalid date stays as typed, and an invalid count is NaN, so that the schema reports them.
 *
 * @param locale language of month names in a typed date
 */
export function toEnquiry(values: FormValues, locale: string): WireValues {
  const enquiry: WireValues = {};
  for (const { name, kind } of VISIBLE_FIELDS) {
    const text = values[name] ?? '';
    if (!isBlankText(text)) enquiry[name] = toWireValue(kind, text, locale);
  }
  return enquiry;
}

/** Validates form values with the same schema as the server. */
export function findInvalidFields(values: FormValues, locale: string): InvalidFields {
  const enquiry = toEnquiry(values, locale);
  const { issues = [] } = v.safeParse(enquirySchema, enquiry, { abortPipeEarly: true });
  // The schema's names and messages are those of the fields, which TypeScript cannot derive.
  const broken = issues.map(
    (issue) => [v.getDotPath(issue), issue.message] as [VisibleFieldName, EnquiryRule],
  );
  return new Map(broken.map(([name, rule]) => [name, ruleForTyped(rule, values[name] ?? '')]));
}

/**
 * A text that contains a number, such as '80-100' or 'ca. 80', gets the message that asks for one
 * number.
 */
function ruleForTyped(rule: EnquiryRule, typed: string): EnquiryRule {
  return rule === 'countInvalid' && /\d.*\D|\D.*\d/s.test(typed.trim()) ? 'countNotOne' : rule;
}

export function isBlank(values: FormValues): boolean {
  return VISIBLE_FIELDS.every(({ name }) => isBlankText(values[name] ?? ''));
}

/** The body of `POST {api}/mail/{slug}`. */
export function toRequest(values: FormValues, captchaResult: string, locale: string): WireValues {
  const request = toEnquiry(values, locale);
  const trapped = values[HONEYPOT] ?? '';
  if (!isBlankText(trapped)) request[HONEYPOT] = trapped;
  for (const key of CAPTCHA_KEYS) request[key] = captchaResult;
  return request;
}

/**
 * The text that a field shows once the visitor has left it: a date ('05/03/2027') or an e-mail
 * address as it was understood. A date whose weekday is wrong stays as typed, so that the visitor
 * sees the contradiction.
 */
export function textAfterBlur(kind: Field['kind'], text: string, locale: string): string {
  if (kind === 'email') return normalizeEmailAddress(text);
  if (kind !== 'date') return text;
  const date = parseTypedDate(text, locale);
  if (!date || doubtAbout(text, date, locale, date) === 'weekday') return text;
  return formatTypedDate(date);
}

function toWireValue(kind: Field['kind'], text: string, locale: string): string | number {
  switch (kind) {
    case 'email':
      return normalizeEmailAddress(text);
    case 'date': {
      const date = parseTypedDate(text, locale);
      return date ? formatWireDate(date) : text;
    }
    case 'count':
      return toCount(normalizeLine(text).trim());
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
