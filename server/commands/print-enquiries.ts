import { FIELDS } from '../../enquiry/fields.ts';
import { fullName } from '../outbox/compose-mail.ts';
import type { EnquiryRecord } from '../store/enquiries.ts';

export function printEnquiries(enquiries: readonly EnquiryRecord[]): void {
  if (enquiries.length === 0) console.log('No enquiries.');
  else console.table(enquiries.map(columnsOf));
}

/** console.table escapes control characters. */
function columnsOf(enquiry: EnquiryRecord) {
  const { id, receivedAtMs, fields } = enquiry;
  return {
    received: printTime(receivedAtMs),
    party: fields.date,
    persons: fields.personCount,
    subject: fields.productType && printable(fields.productType),
    name: printable(fullName(fields)),
    email: fields.email,
    'company mail': stateOf(enquiry, 'company'),
    confirmation: stateOf(enquiry, 'confirmation'),
    id,
  };
}

/** Prints one enquiry with every field and the state of its mails. */
export function printEnquiry({ id, receivedAtMs, fields, mails, ...rest }: EnquiryRecord): void {
  console.log(`Enquiry ${id}, received ${printTime(receivedAtMs)}`);
  for (const { kind, state, tries, dueAtMs, endedAtMs, lastError = '' } of mails) {
    const time = state === 'queued' ? `due ${printTime(dueAtMs)}` : printTime(endedAtMs ?? 0);
    console.log(`${kind}: ${state}, ${tries} tries, ${time} ${lastError}`.trimEnd());
  }
  if (rest.confirmationSkipped) console.log(`confirmation: ${rest.confirmationSkipped}`);
  const values: Record<string, unknown> = fields;
  for (const { name, label } of FIELDS.filter(({ name }) => values[name] !== undefined)) {
    console.log(`${label}: ${printable(String(values[name]))}`);
  }
  console.log();
}

/** 'queued (ECONNREFUSED at connection)', or why there is no such mail. */
export function stateOf({ mails, confirmationSkipped }: EnquiryRecord, kind: string): string {
  const mail = mails.find((one) => one.kind === kind);
  if (!mail) return confirmationSkipped ?? 'none';
  return mail.lastError ? `${mail.state} (${mail.lastError})` : mail.state;
}

/** Removes control and bidirectional characters, which could manipulate a terminal. */
function printable(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/(?!\n)\p{Cc}|\p{Bidi_Control}|[\u2028\u2029]/gu, '·');
}

/** 'yyyy-mm-dd hh:mm' on this machine's clock. */
const printTime = (ms: number) => new Date(ms).toLocaleString('sv-SE').slice(0, 16);
