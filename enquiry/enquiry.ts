import * as v from 'valibot';
import { CAPTCHA_KEYS, FIELDS, type Field, HONEYPOT, requiredRule } from './fields.ts';

/*
 * The schema of an enquiry (specification, sections 3 and 5), derived from the list of fields. The
 * browser validates with it before it sends, the server before it stores. Each issue carries an
 * `EnquiryRule` as its message, which names the text that the visitor reads.
 */

/**
 * Longest values accepted, in UTF-16 code units as `String.length` counts them. An enquiry whose
 * every field is full fits in {@link MAX_REQUEST_BYTES}.
 */
export const MAX_LENGTH = {
  /** RFC 5321, 4.5.3.1.3: a path is at most 256 octets, two of them the angle brackets. */
  email: 254,
  line: 200,
  option: 100,
  text: 4000,
  captcha: 4096,
} as const;

/** The largest request body the server reads, in bytes. */
export const MAX_REQUEST_BYTES = 32 * 1024;

/** Largest head count; a larger number is a typo. */
export const MAX_PERSON_COUNT = 100_000;

type AnyField = (typeof FIELDS)[number];
type Value<F extends Field> = F['kind'] extends 'count' ? number : string;

/** A validated enquiry; empty fields are absent. */
export type Enquiry = {
  [F in Extract<AnyField, { required: true }> as F['name']]: Value<F>;
} & {
  [F in Exclude<AnyField, { required: true }> as F['name']]?: Value<F> | undefined;
};

/** The body of `POST /api/mail/{slug}`: the enquiry, the honeypot, the captcha's result twice. */
type EnquiryRequest = Enquiry & { website?: string; token: string; recaptcha: string };

/**
 * The HTML standard's 'valid e-mail address', restricted to addresses on the public internet: a
 * domain with a dot, at most 64 characters before the @ (RFC 5321, 4.5.3.1.1). The domain may hold
 * letters outside ASCII (RFC 5890); the part before the @ may not, because many mail servers refuse
 * it (RFC 6531 is optional).
 */
const LOCAL_PART = String.raw`(?!\.)(?!.*\.\.)[\w.!#$%&'*+/=?^\x60{|}~-]{1,64}(?<!\.)`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
/** '.12' is no top-level domain. */
const TOP_LEVEL = String.raw`(?=[^.]*\p{L})${LABEL}`;
const EMAIL_PATTERN = new RegExp(`^${LOCAL_PART}@(?:${LABEL}\\.)+${TOP_LEVEL}$`, 'u');

/** An e-mail address that mail can reach over the public internet. */
export const emailSchema = v.pipe(
  v.string('emailInvalid'),
  v.maxLength(MAX_LENGTH.email, 'emailInvalid'),
  v.regex(EMAIL_PATTERN, 'emailInvalid'),
);

/** Characters that a single line cannot contain: controls and line breaks (Unicode Cc, Zl, Zp). */
const CONTROL_CHARACTER = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/** As above, but a multi-line text may contain tabs and line breaks. */
const CONTROL_CHARACTER_IN_TEXT = /(?![\t\n\r])\p{Cc}/u;

const freeText = (maxLength: number, forbidden: RegExp) =>
  v.pipe(
    v.string('charactersInvalid'),
    v.maxLength(maxLength, 'tooLong'),
    v.check((text) => text.isWellFormed() && !forbidden.test(text), 'charactersInvalid'),
  );

/**
 * Bidirectional control characters can disguise a text, but phones also add them to copied numbers,
 * so they are removed instead of refused.
 */
const withoutBidi = (text: string) => text.replace(/\p{Bidi_Control}/gu, '');

const line = v.pipe(freeText(MAX_LENGTH.line, CONTROL_CHARACTER), v.transform(withoutBidi));

const KINDS: Record<Field['kind'], v.GenericSchema> = {
  email: emailSchema,
  line,
  text: freeText(MAX_LENGTH.text, CONTROL_CHARACTER_IN_TEXT),
  // Any line: a form open since before the last publish may send an option that is gone.
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
const required = (rule: string, schema: v.GenericSchema) =>
  v.pipe(v.optional(v.unknown(), ''), v.check(isFilledIn, rule), schema);

const isFilledIn = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && withoutBidi(value).trim() !== '');

const fieldSchemas = Object.fromEntries(
  FIELDS.map((field: Field) => {
    const schema = KINDS[field.kind];
    const rule = requiredRule(field.name);
    return [field.name, field.required ? required(rule, schema) : v.optional(schema)];
  }),
);

const captchaResult = required(
  'captchaRequired',
  v.pipe(v.string('captchaRequired'), v.maxLength(MAX_LENGTH.captcha, 'tooLong')),
);

/** The enquiry as sent: empty fields are absent, unknown fields are refused. */
export const enquirySchema = strictObject<Enquiry>(fieldSchemas);

export const enquiryRequestSchema = strictObject<EnquiryRequest>({
  ...fieldSchemas,
  [HONEYPOT]: v.optional(line),
  ...Object.fromEntries(CAPTCHA_KEYS.map((key) => [key, captchaResult])),
});

/** TypeScript cannot derive `Output` from a list of entries. */
function strictObject<Output>(entries: v.ObjectEntries) {
  return v.strictObject(entries) as unknown as v.GenericSchema<unknown, Output>;
}

/** `5-3-2027`: day, month and year without zero padding; the day exists (section 3). */
function isWireDate(text: string): boolean {
  if (!/^[1-9]\d?-[1-9]\d?-[1-9]\d{3}$/.test(text)) return false;
  const [day = 0, month = 0, year = 0] = text.split('-').map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
