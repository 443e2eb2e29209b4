import { type Enquiry, wireDateToMs } from './enquiry.ts';

/** The states that the caterer gives an enquiry. It begins as 'new'. */
export const ENQUIRY_STATES = ['new', 'answered', 'booked', 'declined'] as const;
export type EnquiryState = (typeof ENQUIRY_STATES)[number];

/** The longest note of the caterer, as `String.length` counts. */
export const MAX_NOTE_LENGTH = 4000;

/** The day of the party, '2027-03-05'; undefined when the visitor gave no date. */
export function partyDayOf({ date }: Pick<Enquiry, 'date'>): string | undefined {
  return date === undefined ? undefined : new Date(wireDateToMs(date)).toISOString().slice(0, 10);
}

/**
 * Whether each word of a search is in the enquiry or its note. The search may ignore accents and
 * capitals ('zoe' finds 'Zoë'), and may write the party's date in several ways ('5/3/2027',
 * '05-03-2027', '2027-03-05', '5 maart 2027').
 */
export function matchesSearch(
  { fields, note }: { fields: Enquiry; note: string },
  search: string,
): boolean {
  const text = simplify([...Object.values(fields), ...datesOf(fields), note].join('\n'));
  return simplify(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The party's date in numbers, with and without leading zeros, and in words. */
function datesOf(fields: Enquiry): string[] {
  const iso = partyDayOf(fields);
  if (iso === undefined) return [];
  const padded = iso.split('-').reverse();
  const plain = padded.map((part) => part.replace(/^0/, ''));
  const inWords = new Intl.DateTimeFormat('nl-BE', { dateStyle: 'full', timeZone: 'UTC' });
  const written = [padded, plain].flatMap((parts) =>
    ['/', '-', '.'].map((sign) => parts.join(sign)),
  );
  return [iso, ...written, inWords.format(new Date(iso))];
}

/** Removes accents and capitals. */
function simplify(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
