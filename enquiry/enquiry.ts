import * as v from 'valibot';

/**
 * The enquiry: what a visitor tells the caterer (specification, sections 3 and 5).
 *
 * The browser validates with these schemas before it sends; the server validates the same bytes
 * again with the same schemas before it stores. Types are inferred from them, never written twice.
 *
 * Issues carry a {@link FieldRule} as their message: the words a visitor reads stand in
 * `content/messages.yaml`, keyed by it.
 */

/** Why a field was refused. */
export type FieldRule =
  | 'emailRequired'
  | 'emailInvalid'
  | 'nameRequired'
  | 'messageRequired'
  | 'captchaRequired'
  | 'dateInvalid'
  | 'countInvalid'
  | 'choiceUnknown'
  | 'tooLong'
  | 'charactersInvalid';

/** Options of the select 'Voor' (specification, section 3). */
export const CLIENT_TYPES = ['Bedrijf', 'Particulier', 'Organisatie', 'Vereniging'] as const;

/** Options of the select 'Betreft' (specification, section 3). */
export const PRODUCT_TYPES = [
  'Huwelijksfeest',
  'Receptie',
  'Communie- of lentefeest',
  'Walking dinner',
  'Feestdiner',
  'Bedrijfsfeest',
  'Schoolcatering',
] as const;

/**
 * Longest values accepted, in UTF-16 code units as `String.length` counts them. The specification
 * names none; these keep every honest enquiry well inside {@link MAX_REQUEST_BYTES}.
 */
export const MAX_LENGTH = {
  /** RFC 5321, 4.5.3.1.3: a path is at most 256 octets, two of them the angle brackets. */
  email: 254,
  line: 200,
  message: 6000,
  captcha: 4096,
} as const;

/** The largest request body the server reads, in bytes (decisions, 'The API'). */
export const MAX_REQUEST_BYTES = 16 * 1024;

/** Largest head count; beyond it the number is a typing mistake. */
export const MAX_PERSON_COUNT = 100_000;

/**
 * A mail address as the HTML standard defines it ('valid e-mail address'), narrowed to what can be
 * reached on the public internet: a domain with a dot, at most 64 characters before the @
 * (RFC 5321, 4.5.3.1.1). The domain may hold letters outside ASCII (RFC 5890); the part before the
 * @ may not, because many mail servers still refuse to carry it (RFC 6531 is optional).
 */
const EMAIL_PATTERN =
  /^(?!\.)(?!.*\.\.)[\w.!#$%&'*+/=?^`{|}~-]{1,64}(?<!\.)@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?=[^.]*\p{L})[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/** Control characters, which no single-line field of a browser can produce (Unicode category Cc). */
const CONTROL_CHARACTER = /\p{Cc}/u;
/** As above, but a message may hold tabs and line ends. */
const CONTROL_CHARACTER_IN_TEXT = /(?![\t\n\r])\p{Cc}/u;

const line = (maxLength: number = MAX_LENGTH.line) =>
  v.pipe(
    v.string('charactersInvalid'),
    v.maxLength(maxLength, 'tooLong'),
    v.check((text) => text.isWellFormed() && !CONTROL_CHARACTER.test(text), 'charactersInvalid'),
  );

const hasText = (text: string) => text.trim() !== '';

const count = v.pipe(
  v.number('countInvalid'),
  v.integer('countInvalid'),
  v.minValue(0, 'countInvalid'),
  v.maxValue(MAX_PERSON_COUNT, 'countInvalid'),
);

/** What the visitor fills in, as it travels: empty fields are absent, the date is `5-3-2027`. */
const fields = {
  email: v.pipe(
    v.string('emailRequired'),
    v.check(hasText, 'emailRequired'),
    v.maxLength(MAX_LENGTH.email, 'emailInvalid'),
    v.regex(EMAIL_PATTERN, 'emailInvalid'),
  ),
  name: v.pipe(v.string('nameRequired'), v.check(hasText, 'nameRequired'), line()),
  message: v.pipe(
    v.string('messageRequired'),
    v.check(hasText, 'messageRequired'),
    v.maxLength(MAX_LENGTH.message, 'tooLong'),
    v.check(
      (text) => text.isWellFormed() && !CONTROL_CHARACTER_IN_TEXT.test(text),
      'charactersInvalid',
    ),
  ),
  firstName: v.optional(line()),
  company: v.optional(line()),
  street: v.optional(line()),
  /** House number, as text: '12 bus 3'. */
  number: v.optional(line()),
  postalCode: v.optional(line()),
  city: v.optional(line()),
  phone: v.optional(line()),
  vatNumber: v.optional(line()),
  clientType: v.optional(v.picklist(CLIENT_TYPES, 'choiceUnknown')),
  productType: v.optional(v.picklist(PRODUCT_TYPES, 'choiceUnknown')),
  date: v.optional(
    v.pipe(
      v.string('dateInvalid'),
      v.check((text) => isWireDate(text), 'dateInvalid'),
    ),
  ),
  partyLocation: v.optional(line()),
  personCount: v.optional(count),
  /** In the contract without a visible input (specification, section 3). */
  grownupCount: v.optional(count),
  /** In the contract without a visible input (specification, section 3). */
  childrenCount: v.optional(count),
};

const captchaResult = v.pipe(
  v.string('captchaRequired'),
  v.check(hasText, 'captchaRequired'),
  v.maxLength(MAX_LENGTH.captcha, 'tooLong'),
);

/** The fields a visitor fills in, without the captcha. Unknown keys are refused. */
export const enquirySchema = v.strictObject(fields);

/**
 * The body of `POST /api/mail/{slug}`: the enquiry, the captcha's result twice (as the
 * specification's payload has it), and `website`, a field no person sees: when it is filled in,
 * the enquiry is kept, marked as possible spam, and no confirmation is sent.
 */
export const enquiryRequestSchema = v.strictObject({
  ...fields,
  website: v.optional(line()),
  token: captchaResult,
  recaptcha: captchaResult,
});

export type Enquiry = v.InferOutput<typeof enquirySchema>;
export type EnquiryRequest = v.InferOutput<typeof enquiryRequestSchema>;
export type EnquiryField = keyof EnquiryRequest;

/** `5-3-2027`: day, month and year without zero padding, a day that exists (section 3). */
export function isWireDate(text: string): boolean {
  const match = /^([1-9]\d?)-([1-9]\d?)-([1-9]\d{3})$/.exec(text);
  return match !== null && isRealDate(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** Whether a day exists in the Gregorian calendar. `month` counts from 1. */
export function isRealDate(day: number, month: number, year: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
