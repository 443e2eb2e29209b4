import * as v from 'valibot';
import type { Field } from './field.ts';
import { CAPTCHA_KEYS, FIELDS, HONEYPOT, requiredRule } from './fields.ts';
import { isWireDate } from './wire-date.ts';

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

/** The enquiry as sent: empty fields are absent, unknown fields are refused. */
export const createEnquirySchema = () => v.strictObject(entriesOf(FIELDS), ruleOfObject);

/** The body of `POST /api/mail/{slug}`: the enquiry, the honeypot, the captcha's result twice. */
export const createEnquiryRequestSchema = () =>
  v.strictObject({ ...entriesOf(FIELDS), ...envelope }, ruleOfObject);

/** An absent key breaks the same rule as an empty value. */
function ruleOfObject({ expected, received, message }: v.BaseIssue<unknown>): string {
  if (expected === null || received !== 'undefined') return message;
  const key = expected.slice(1, -1);
  if (isIn(CAPTCHA_KEYS, key)) return 'captchaRequired';
  return FIELDS.some((field) => field.name === key) ? requiredRule(key) : message;
}

const isIn = (names: readonly string[], name: string) => names.includes(name);

export type Enquiry = v.InferOutput<ReturnType<typeof createEnquirySchema>>;

/**
 * The HTML standard's 'valid e-mail address', restricted to addresses on the public internet: a
 * domain with a dot, at most 64 characters before the @ (RFC 5321, 4.5.3.1.1). The domain may hold
 * letters outside ASCII (RFC 5890); the part before the
 * @ may not, because many mail servers refuse it (RFC 6531 is optional).
 */
const EMAIL_PATTERN =
  /^(?!\.)(?!.*\.\.)[\w.!#$%&'*+/=?^`{|}~-]{1,64}(?<!\.)@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?=[^.]*\p{L})[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/** An e-mail address that mail can reach over the public internet. */
export const emailSchema = v.pipe(
  v.string('emailInvalid'),
  v.maxLength(MAX_LENGTH.email, 'emailInvalid'),
  v.regex(EMAIL_PATTERN, 'emailInvalid'),
);

/**
 * Control characters and line breaks, which a single-line field cannot contain (Unicode Cc, Zl,
 * Zp).
 */
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
/** Any line: a form open since before the last publish may send an option that is gone. */
const option = v.pipe(line, v.maxLength(MAX_LENGTH.option, 'tooLong'));
const lines = freeText(MAX_LENGTH.text, CONTROL_CHARACTER_IN_TEXT);

const count = v.pipe(
  v.number('countInvalid'),
  v.integer('countInvalid'),
  v.minValue(0, 'countInvalid'),
  v.maxValue(MAX_PERSON_COUNT, 'countInvalid'),
);

const date = v.pipe(v.string('dateInvalid'), v.check(isWireDate, 'dateInvalid'));

const filledIn = (rule: string) =>
  v.pipe(
    v.string(rule),
    v.check((text) => withoutBidi(text).trim() !== '', rule),
  );

const captchaResult = v.pipe(
  filledIn('captchaRequired'),
  v.maxLength(MAX_LENGTH.captcha, 'tooLong'),
);

const [token, recaptcha] = CAPTCHA_KEYS;
const envelope = {
  [HONEYPOT]: v.optional(line),
  [token]: captchaResult,
  [recaptcha]: captchaResult,
};

type ValueSchema<F extends Field> = v.GenericSchema<F['kind'] extends 'count' ? number : string>;
type EntrySchema<F extends Field> = F extends { required: true }
  ? ValueSchema<F>
  : v.OptionalSchema<ValueSchema<F>, undefined>;

/** The schema's entries, by wire name. */
export type FieldEntries<Fields extends readonly Field[]> = {
  [F in Fields[number] as F['name']]: EntrySchema<F>;
};

/**
 * A required text reports `<name>Required` also for an empty value or a wrong type. An absent key
 * is reported by the object, see {@link ruleOfObject}.
 */
export function entriesOf<const Fields extends readonly Field[]>(
  fields: Fields,
): FieldEntries<Fields> {
  const entries = fields.map((field) => {
    const schema = valueSchemaOf(field);
    return [field.name, field.required ? schema : v.optional(schema)];
  });
  return Object.fromEntries(entries);
}

function valueSchemaOf({ kind, name, required }: Field) {
  const text = (schema: v.GenericSchema<string>) =>
    required ? v.pipe(filledIn(requiredRule(name)), schema) : schema;
  switch (kind) {
    case 'email':
      return text(emailSchema);
    case 'line':
      return text(line);
    case 'text':
      return text(lines);
    case 'option':
      return option;
    case 'date':
      return date;
    case 'count':
      return count;
  }
}
