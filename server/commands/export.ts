import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { FIELDS } from '../../enquiry/fields.ts';
import type { EnquiryRecord } from '../store/enquiries.ts';
import type { Store } from '../store/store.ts';
import { stateOf } from './print-enquiries.ts';

/** More than are ever kept. */
const ALL = 1_000_000;

/** Writes enquiries as CSV or JSON, to a file or the terminal. */
export async function exportEnquiries(
  store: Pick<Store, 'listEnquiries'>,
  { format = 'csv', address, output }: Record<string, string | boolean | undefined>,
): Promise<void> {
  if (format !== 'csv' && format !== 'json') throw new Error('--format: expected csv or json.');
  const filter = address === undefined ? {} : { email: String(address) };
  const enquiries = await store.listEnquiries({ ...filter, limit: ALL });
  const content = format === 'json' ? `${JSON.stringify(enquiries, null, 2)}\n` : csvOf(enquiries);
  if (output === undefined) {
    process.stdout.write(content);
    return;
  }
  // npm changes to the project folder; INIT_CWD is the caller's.
  const file = resolve(process.env.INIT_CWD ?? '', String(output));
  // Personal data: readable by the owner only.
  await writeFile(file, content, { mode: 0o600, flag: 'wx' }).catch((error) => {
    if (error.code === 'EEXIST') throw new Error(`${file} exists: nothing was written.`);
    throw new Error(
      `${file} cannot be written (${error.code}): leave out --output and use '> FILE'.`,
    );
  });
  console.log(`${enquiries.length} enquiries are in ${file}.`);
}

/** CSV (RFC 4180) with a byte order mark, without which Excel does not detect UTF-8. */
function csvOf(enquiries: readonly EnquiryRecord[]): string {
  const heads = [
    'id',
    'received',
    ...FIELDS.map(({ name }) => name),
    'companyMail',
    'confirmation',
  ];
  const rows = enquiries.map((enquiry) => {
    const fields: Record<string, unknown> = enquiry.fields;
    return [
      enquiry.id,
      new Date(enquiry.receivedAtMs).toISOString(),
      ...FIELDS.map(({ name }) => String(fields[name] ?? '')),
      stateOf(enquiry, 'company'),
      stateOf(enquiry, 'confirmation'),
    ];
  });
  return `\ufeff${[heads, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;
}

/** Prefixes an apostrophe to prevent CSV injection (OWASP). */
function cellOf(text: string): string {
  const safe = /^\s*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
