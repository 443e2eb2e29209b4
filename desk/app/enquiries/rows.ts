import { partyDayOf } from '../../../enquiry/enquiry-states.ts';
import type { DeskEnquiry, EnquiryMail } from '../../shared/api.ts';
import { dayFromNow } from '../dates/day-from-now.ts';

/* The Dutch texts for an enquiry and its mails in lists. */

export function visitorNameOf({ fields: { firstName, name, email } }: DeskEnquiry) {
  const names = [firstName, name].filter(Boolean);
  return names.join(' ') || String(email ?? '');
}

/** What the party is, its day and for how many, as far as they are known. */
export function partyFacts({ fields }: DeskEnquiry): string[] {
  const { productType } = fields;
  const day = partyDayOf(fields);
  const when = day ? formatNear(day) : `${productType ? 'z' : 'Z'}onder datum`;
  return [productType, when, countPersons(fields)].filter(Boolean).map(String);
}

/** '1 persoon', '120 personen'; undefined when the visitor left the field empty. */
export function countPersons({ personCount }: DeskEnquiry['fields']): string | undefined {
  if (personCount === undefined) return undefined;
  return `${personCount} ${personCount === 1 ? 'persoon' : 'personen'}`;
}

/** Days for which the year goes without saying. */
const NEAR_DAYS = 330;

/** 'za 12 jun', with the year when the day is past or far ahead. */
function formatNear(day: string): string {
  const isNear = day >= dayFromNow(0) && day < dayFromNow(NEAR_DAYS);
  return new Date(`${day}T00:00Z`).toLocaleDateString('nl-BE', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(!isNear && { year: 'numeric' }),
    timeZone: 'UTC',
  });
}

/** New enquiries come first, whatever the date of the party. */
const GROUPS = ['Nieuw', 'Feesten die komen', 'Nog zonder datum', 'Voorbij'] as const;

/** The groups of the list. */
export function groupEnquiries(enquiries: DeskEnquiry[], today: string) {
  const titleOf = ({ state, fields }: DeskEnquiry): (typeof GROUPS)[number] => {
    const day = partyDayOf(fields);
    if (state === 'new') return 'Nieuw';
    if (day === undefined) return 'Nog zonder datum';
    return day >= today ? 'Feesten die komen' : 'Voorbij';
  };
  return GROUPS.map((title) => ({
    title,
    enquiries: enquiries.filter((enquiry) => titleOf(enquiry) === title),
  }));
}

const MAIL_KIND_LABELS: Record<EnquiryMail['kind'], string> = {
  company: 'Mail aan jou',
  confirmation: 'Bevestiging',
};

const MAIL_STATE_LABELS: Record<EnquiryMail['state'], string> = {
  queued: 'wacht',
  delivered: 'verstuurd',
  failed: 'niet verstuurd',
  kept: 'bewaard, er was geen mailserver',
};

/** 'Bevestiging: wacht' */
export const mailLabel = ({ kind, state }: EnquiryMail) =>
  `${MAIL_KIND_LABELS[kind]}: ${MAIL_STATE_LABELS[state]}`;
