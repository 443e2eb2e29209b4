import { partyDayOf } from '../../../enquiry/enquiry-states.ts';
import type { DeskEnquiry, EnquiryMail } from '../../shared/api.ts';
import { formatFullDay } from './full-days.ts';

/* How an enquiry and its mails are called. */

export function nameOf({ fields: { firstName, name, email } }: DeskEnquiry) {
  const names = [firstName, name].filter(Boolean);
  return names.join(' ') || String(email ?? '');
}

export function summaryOf({ fields }: DeskEnquiry) {
  const { personCount, productType } = fields;
  const day = partyDayOf(fields);
  const persons = personCount && `${personCount} personen`;
  const parts = [day && formatFullDay(day), productType, persons].filter(Boolean);
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
