import type { Enquiry, EnquiryField } from './enquiry.ts';
import { formatTypedDate, formatWireDate, parseTypedDate } from './typed-date.ts';

/** Fields a visitor sees, in the order of the form. */
export const VISIBLE_FIELDS = [
  'email',
  'name',
  'firstName',
  'clientType',
  'company',
  'street',
  'number',
  'postalCode',
  'city',
  'phone',
  'vatNumber',
  'productType',
  'date',
  'partyLocation',
  'personCount',
  'message',
] as const satisfies (keyof Enquiry)[];

export type VisibleField = (typeof VISIBLE_FIELDS)[number];

/** What stands in the form's controls: text, whatever it means. `website` no person sees. */
export type FormValues = Partial<Record<VisibleField | 'website', string>>;

/**
 * The enquiry as it would travel (specification, section 3): empty and white-space fields are
 * dropped, the date is reformatted, the head count is a number, keys of no field are left out.
 * Text is kept as it was typed, but for white space around the address.
 *
 * What cannot be read stays in a form that the schema refuses under the right field: a wrong date
 * as it was typed, a wrong count as NaN.
 */
export function toEnquiry(values: FormValues): Partial<Record<VisibleField, string | number>> {
  const enquiry: Partial<Record<VisibleField, string | number>> = {};
  for (const field of VISIBLE_FIELDS) {
    const text = values[field];
    if (text === undefined || text.trim() === '') continue;
    enquiry[field] = toWireValue(field, text);
  }
  return enquiry;
}

/** Nothing is filled in, or only white space. */
export function isBlank(values: FormValues): boolean {
  return Object.keys(toEnquiry(values)).length === 0;
}

/**
 * The body of `POST {api}/mail/{slug}`. Both `token` and `recaptcha` carry the captcha's result
 * (decisions, 'Contact form').
 */
export function toRequest(
  values: FormValues,
  captchaResult: string,
): Partial<Record<EnquiryField, string | number>> {
  const website = values.website?.trim() ? { website: values.website } : {};
  return { ...toEnquiry(values), ...website, token: captchaResult, recaptcha: captchaResult };
}

/**
 * What stood in the controls when a request was made: {@link toRequest} makes the same of it again.
 *
 * @param body JSON that {@link toRequest} made
 */
export function fromRequest(body: string): FormValues {
  const request: Record<string, unknown> = JSON.parse(body);
  const values: FormValues = {};
  for (const field of [...VISIBLE_FIELDS, 'website'] as const) {
    if (request[field] === undefined) continue;
    const text = String(request[field]);
    const date = field === 'date' ? parseTypedDate(text) : undefined;
    values[field] = date ? formatTypedDate(date) : text;
  }
  return values;
}

function toWireValue(field: VisibleField, text: string): string | number {
  switch (field) {
    case 'email':
      return text.trim();
    case 'date': {
      const date = parseTypedDate(text);
      return date ? formatWireDate(date) : text;
    }
    case 'personCount':
      return toCount(text.trim());
    default:
      return text;
  }
}

/** '80', or with thousands marked as one does in Belgium: '1.200', '1 200'. */
function toCount(text: string): number {
  return /^\d+$|^\d{1,3}(?:[.\s]\d{3})+$/.test(text) ? Number(text.replace(/\D/g, '')) : Number.NaN;
}
