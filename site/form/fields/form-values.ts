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
 */
export function toEnquiry(values: FormValues, locale: string): WireValues {
  return Object.fromEntries(
    SHOWN_FIELDS.flatMap(({ name, kind }) => {
      const text = values[name] ?? '';
      return isEmpty(text) ? [] : [[name, toWireValue(kind, text, locale)]];
    }),
  );
}

/** Validates form values with the same schema as the server. */
export function findWrongFields(values: FormValues, locale: string): WrongFields {
  const enquiry = toEnquiry(values, locale);
  const { issues = [] } = v.safeParse(enquirySchema, enquiry, { abortPipeEarly: true });
  const broken = issues.map((issue) => [v.getDotPath(issue), issue.message]);
  // The schema's names and messages are those of the fields.
  return new Map(broken as [VisibleField, EnquiryRule][]);
}

/** Whether every field is empty or white space. */
export function isBlank(values: FormValues): boolean {
  return SHOWN_FIELDS.every(({ name }) => isEmpty(values[name] ?? ''));
}

/** The body of `POST {api}/mail/{slug}`. */
export function toRequest(values: FormValues, captchaResult: string, locale: string): WireValues {
  const honeypotValue = values[HONEYPOT] ?? '';
  return {
    ...toEnquiry(values, locale),
    ...(isEmpty(honeypotValue) ? {} : { [HONEYPOT]: honeypotValue }),
    ...Object.fromEntries(CAPTCHA_KEYS.map((key) => [key, captchaResult])),
  };
}

/**
 * The inverse of {@link toRequest}, without the captcha result.
 *
 * @param body JSON that {@link toRequest} made
 */
export function fromRequest(body: string, locale: string): FormValues {
  const request: WireValues = JSON.parse(body);
  const values: FormValues = {};
  for (const { name, kind } of [...SHOWN_FIELDS, { name: HONEYPOT, kind: 'line' } as const]) {
    if (request[name] === undefined) continue;
    const text = String(request[name]);
    const date = kind === 'date' ? parseTypedDate(text, locale) : undefined;
    values[name] = date ? formatTypedDate(date) : text;
  }
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
    default:
      return text;
  }
}

/** Reads '80', or with Belgian thousands separators: '1.200', '1 200'. */
function toCount(text: string): number {
  return /^\d+$|^\d{1,3}(?:[.\s]\d{3})+$/.test(text) ? Number(text.replace(/\D/g, '')) : Number.NaN;
}

const isEmpty = (text: string) => text.trim() === '';
