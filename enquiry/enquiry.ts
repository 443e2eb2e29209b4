import * as v from 'valibot';
import { CAPTCHA_KEYS, FIELDS, type Field, HONEYPOT, requiredRule } from './fields.ts';
import { isBlankText, normalizeEmailAddress, normalizeLine, normalizeText } from './pasted-text.ts';

/*
 * The schema of an enquiry (specification, sections 3 and 5), derived from the fields. The browser
 * validates with it before it sends, the server before it stores. An issue's message is an
 * `EnquiryRule`, which names the text that the visitor reads.
 */

/**
 * The longest values, as `String.length` counts. An enquiry with all of them fits in {@link
 * MAX_REQUEST_BYTES}.
 */
export const MAX_LENGTH = {
  /** RFC 5321, 4.5.3.1.3: a path is at most 256 octets, two of them the angle brackets. */
  email: 254,
  line: 200,
  option: 100,
  text: 4000,
  captcha: 4096,
} as const;

export const MAX_REQUEST_BYTES = 32 * 1024;

/** Largest head count; a larger number is a typo. */
const MAX_PERSON_COUNT = 100_000;

type AnyField = (typeof FIELDS)[number];
type Value<F extends Field> = F['kind'] extends 'count' ? number : string;

/** A validated enquiry; empty fields are absent. */
export type Enquiry = {
  [F in Extract<AnyField, { required: true }> as F['name']]: Value<F>;
} & {
  [F in Exclude<AnyField, { required: true }> as F['name']]?: Value<F> | undefined;
};

/** The body of `POST /api/mail/{slug}`. */
type EnquiryRequest = Enquiry & { website?: string; token: string; recaptcha: string };

/**
 * The HTML standard's 'valid e-mail address' on the public internet: a domain with a dot, at most
 * 64 characters before the @ (RFC 5321, 4.5.3.1.1). Letters outside ASCII may be in the domain (RFC
 * 5890), but not before the @, where many mail servers refuse them (RFC 6531 is optional).
 */
const ATOM = String.raw`[\w!#$%&'*+/=?^\x60{|}~-]+`;
// Safari before 16.4 refuses a script that contains a lookbehind, so this uses a lookahead.
const LOCAL_PART = String.raw`(?=[^@]{1,64}@)${ATOM}(?:\.${ATOM})*`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
/** A top-level domain contains a letter, which '.12' does not. */
const TOP_LEVEL = String.raw`(?=[^.]*\p{L})${LABEL}`;
const EMAIL_PATTERN = new RegExp(`^${LOCAL_PART}@(?:${LABEL}\\.)+${TOP_LEVEL}$`, 'u');

export const emailSchema = v.pipe(
  v.string('emailInvalid'),
  v.maxLength(MAX_LENGTH.email, 'emailInvalid'),
  v.regex(EMAIL_PATTERN, 'emailInvalid'),
);

/** A line must not contain control characters, line breaks or lone surrogates (Cs). */
const UNREADABLE_IN_LINE = /[\p{Cc}\p{Cs}]/u;
/** A text of several lines may contain tabs and line breaks. */
const UNREADABLE_IN_TEXT = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;

function freeText(maxLength: number, normalize: (text: string) => string, unreadable: RegExp) {
  return v.pipe(
    v.string('charactersInvalid'),
    v.transform(normalize),
    v.maxLength(maxLength, 'tooLong'),
    v.check((text) => !unreadable.test(text), 'charactersInvalid'),
  );
}

const line = freeText(MAX_LENGTH.line, normalizeLine, UNREADABLE_IN_LINE);

const KINDS: Record<Field['kind'], v.GenericSchema> = {
  email: v.pipe(v.string('emailInvalid'), v.transform(normalizeEmailAddress), emailSchema),
  line,
  text: freeText(MAX_LENGTH.text, normalizeText, UNREADABLE_IN_TEXT),
  // Any line is accepted, because a form that was opened before the site was last published may
  // send an option that no longer exists.
  option: v.pipe(line, v.maxLength(MAX_LENGTH.option, 'tooLong')),
  date: v.pipe(v.string('dateInvalid'), v.check(isWireDate, 'dateInvalid')),
  count: v.pipe(
    v.number('countInvalid'),
    v.integer('countInvalid'),
    v.minValue(0, 'countInvalid'),
    v.maxValue(MAX_PERSON_COUNT, 'countInvalid'),
  ),
};

/** An absent value breaks the same rule as an empty one. */
function required(rule: string, schema: v.GenericSchema) {
  return v.pipe(v.optional(v.unknown(), ''), v.check(isFilledIn, rule), schema);
}

function isFilledIn(value: unknown): boolean {
  if (typeof value === 'string') return !isBlankText(value);
  return typeof value === 'number';
}

const fieldSchemas: v.ObjectEntries = {};
for (const field of FIELDS) {
  const schema = KINDS[field.kind];
  const rule = requiredRule(field.name);
  const isRequired = 'required' in field;
  fieldSchemas[field.name] = isRequired ? required(rule, schema) : v.optional(schema);
}

const captchaResult = required(
  'captchaRequired',
  v.pipe(v.string('captchaRequired'), v.maxLength(MAX_LENGTH.captcha, 'tooLong')),
);

/**
 * The schema of an enquiry as the browser sends it. Empty fields are absent; unknown fields are
 * refused.
 */
export const enquirySchema = strictObject<Enquiry>(fieldSchemas);

export const enquiryRequestSchema = strictObject<EnquiryRequest>({
  ...fieldSchemas,
  [HONEYPOT]: v.optional(line),
  ...Object.fromEntries(CAPTCHA_KEYS.map((key) => [key, captchaResult])),
});

/** A strict object schema with a given output, which TypeScript cannot derive from `entries`. */
function strictObject<Output>(entries: v.ObjectEntries) {
  return v.strictObject(entries) as unknown as v.GenericSchema<unknown, Output>;
}

/** Whether a text is an existing day, written '5-3-2027' without leading zeros (section 3). */
function isWireDate(text: string): boolean {
  if (!/^[1-9]\d?-[1-9]\d?-[1-9]\d{3}$/.test(text)) return false;
  const date = new Date(wireDateToMs(text));
  const [day, month] = text.split('-').map(Number);
  return date.getUTCDate() === day && date.getUTCMonth() + 1 === month;
}

/** Midnight UTC of a date in wire format. */
export function wireDateToMs(text: string): number {
  const [day = 0, month = 0, year = 0] = text.split('-').map(Number);
  return Date.UTC(year, month - 1, day);
}
