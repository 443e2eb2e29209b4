import { FIELDS } from '../../enquiry/fields.ts';
import { fullName } from '../outbox/compose-mail.ts';
import type { EnquiryRecord } from '../store/enquiries.ts';

/** Maximum cell width, enough for an id. */
const WIDEST = 36;

const HEADS = 'RECEIVED,PARTY,PERSONS,SUBJECT,NAME,E-MAIL,COMPANY MAIL,CONFIRMATION,ID'.split(',');

export function printEnquiries(enquiries: readonly EnquiryRecord[]): string {
  if (enquiries.length === 0) return 'No enquiries.';
  const rows = enquiries.map((enquiry) => [
    printTime(enquiry.receivedAtMs),
    enquiry.fields.date ?? '',
    String(enquiry.fields.personCount ?? ''),
    enquiry.fields.productType ?? '',
    fullName(enquiry.fields),
    enquiry.fields.email,
    stateOf(enquiry, 'company'),
    stateOf(enquiry, 'confirmation'),
    enquiry.id,
  ]);
  return printTable([HEADS, ...rows]);
}

/** One enquiry with every field and the state of its mails. */
export function printEnquiry(enquiry: EnquiryRecord): string {
  const { id, receivedAtMs, mails, confirmationSkipped } = enquiry;
  const values: Record<string, unknown> = enquiry.fields;
  const filledIn = FIELDS.filter(({ name }) => values[name] !== undefined).map(
    ({ name, label }) => `${label}: ${printable(String(values[name]))}`,
  );
  const states = mails.map(({ kind, state, tries, dueAtMs, endedAtMs, lastError }) => [
    kind,
    state,
    `${tries} tries`,
    state === 'queued' ? `due ${printTime(dueAtMs)}` : printTime(endedAtMs ?? 0),
    lastError ?? '',
  ]);
  return [
    `Enquiry ${id}, received ${printTime(receivedAtMs)}`,
    printTable(states),
    ...(confirmationSkipped ? [`No confirmation: ${confirmationSkipped}`] : []),
    '',
    ...filledIn,
  ].join('\n');
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

function printTable(rows: string[][]): string {
  const cells = rows.map((row) => row.map(cut));
  const widths = rows[0]?.map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)));
  const lines = cells.map((row) => row.map((cell, i) => cell.padEnd(widths?.[i] ?? 0)).join('  '));
  return lines.map((line) => line.trimEnd()).join('\n');
}

function cut(cell: string): string {
  const characters = [...printable(cell).replaceAll('\n', ' ')];
  if (characters.length <= WIDEST) return characters.join('');
  return `${characters.slice(0, WIDEST - 1).join('')}…`;
}
