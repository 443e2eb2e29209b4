import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { FIELDS } from '../../enquiry/fields.ts';
import { fieldCells, writeCsv } from '../../enquiry/write-csv.ts';
import { fullName } from '../outbox/compose-mail.ts';
import type { EnquiryRecord } from '../store/enquiries.ts';
import { formatTime } from './format-time.ts';
import { asCaller } from './service-user.ts';

/**
 * Prints a table. `console.table` escapes control characters only, so texts of visitors are made
 * {@link printable}.
 */
export function printTable(enquiries: readonly EnquiryRecord[]): void {
  const rows = enquiries.map((enquiry) => {
    const { fields } = enquiry;
    return {
      received: formatTime(enquiry.receivedAtMs),
      state: enquiry.state,
      party: fields.date,
      persons: fields.personCount,
      subject: fields.productType && printable(fields.productType),
      name: printable(fullName(fields)),
      email: fields.email,
      'company mail': stateOf(enquiry, 'company'),
      confirmation: stateOf(enquiry, 'confirmation'),
      id: enquiry.id,
    };
  });
  if (rows.length === 0) console.log('No enquiries.');
  else console.table(rows);
}

export function printEnquiry(enquiry: EnquiryRecord): void {
  console.log(`Enquiry ${enquiry.id}, received ${formatTime(enquiry.receivedAtMs)}`);
  console.log(`state: ${enquiry.state}`);
  if (enquiry.note !== '') console.log(`note: ${printable(enquiry.note)}`);
  for (const mail of enquiry.mails) {
    const { kind, state, attempts, dueAtMs, endedAtMs = 0, lastError = '' } = mail;
    const time = state === 'queued' ? `due ${formatTime(dueAtMs)}` : formatTime(endedAtMs);
    console.log(`${kind}: ${state}, ${attempts} attempts, ${time} ${lastError}`.trimEnd());
  }
  if (enquiry.confirmationSkipped) console.log(`confirmation: ${enquiry.confirmationSkipped}`);
  for (const { name, label } of FIELDS) {
    const value = enquiry.fields[name];
    if (value !== undefined) console.log(`${label}: ${printable(String(value))}`);
  }
  console.log();
}

/** Writes CSV to a new file, which only its owner can read, or to the terminal. */
export function exportEnquiries(
  enquiries: readonly EnquiryRecord[],
  output: string | undefined,
): void {
  if (output === undefined) return void process.stdout.write(formatExport(enquiries));
  // npm changes to the project folder; INIT_CWD is the folder of the caller.
  const file = resolve(process.env.INIT_CWD ?? '', output);
  try {
    asCaller(() => writeFileSync(file, formatExport(enquiries), { mode: 0o600, flag: 'wx' }));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'EEXIST' ? 'exists' : `cannot be written (${code})`;
    throw new Error(`${file} ${reason}: choose another --output, or use '> FILE'.`);
  }
  console.log(`${enquiries.length} enquiries are in ${file}.`);
}

function formatExport(enquiries: readonly EnquiryRecord[]): string {
  const names = FIELDS.map(({ name }) => name);
  const rows = [['id', 'received', ...names, 'companyMail', 'confirmation', 'state', 'note']];
  for (const enquiry of enquiries) {
    const received = new Date(enquiry.receivedAtMs).toISOString();
    const states = [stateOf(enquiry, 'company'), stateOf(enquiry, 'confirmation')];
    rows.push([
      enquiry.id,
      received,
      ...fieldCells(enquiry.fields),
      ...states,
      enquiry.state,
      enquiry.note,
    ]);
  }
  return writeCsv(rows, ',');
}

/**
 * The state of a mail, 'queued (ECONNREFUSED at connection)', or why the enquiry has no such mail.
 */
function stateOf({ mails, confirmationSkipped }: EnquiryRecord, kind: string): string {
  const mail = mails.find((candidate) => candidate.kind === kind);
  if (!mail) return confirmationSkipped ?? 'none';
  return mail.lastError ? `${mail.state} (${mail.lastError})` : mail.state;
}

/** Replaces control and bidirectional characters, which could manipulate a terminal. */
function printable(text: string): string {
  const lines = text.replaceAll('\r\n', '\n');
  return lines.replaceAll(/(?!\n)\p{Cc}|\p{Bidi_Control}|[\u2028\u2029]/gu, '·');
}
