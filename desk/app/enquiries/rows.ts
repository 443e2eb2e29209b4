import type { DeskEnquiry, EnquiryMail } from '../../api.ts';

/* How an enquiry and its mails are called. */

export function nameOf({ fields: { firstName, name, email } }: DeskEnquiry) {
  const names = [firstName, name].filter(Boolean);
  return names.join(' ') || String(email ?? '');
}

export function summaryOf({ fields: { date, personCount, productType } }: DeskEnquiry) {
  const day = date && `feest op ${date}`;
  const persons = personCount && `${personCount} personen`;
  const parts = [productType, day, persons].filter(Boolean);
  return parts.join(' · ') || 'Zonder datum';
}

const MAILS: Record<EnquiryMail['kind'], string> = {
  company: 'Mail aan jou',
  confirmation: 'Bevestiging',
};

const STATES: Record<EnquiryMail['state'], string> = {
  queued: 'wacht',
  delivered: 'aangekomen',
  failed: 'niet aangekomen',
  kept: 'bewaard, er was geen mailserver',
};

export const stateOf = ({ kind, state }: EnquiryMail) => `${MAILS[kind]}: ${STATES[state]}`;
