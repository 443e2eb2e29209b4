import { writeFile } from 'node:fs/promises';
import { type EnquiryWithText, readEnquiries, withTexts } from '../store/enquiry-records.ts';
import type { Command } from './command.ts';
import { printCsv } from './csv.ts';
import { asAddress } from './find.ts';

export const exportAll: Command = {
  usage: '[--format csv|json] [--address ADDRESS] [--output FILE]',
  summary:
    "all enquiries, or one visitor's, for a spreadsheet or a program; to the terminal without a file",
  words: 0,
  options: {
    format: { type: 'string' },
    address: { type: 'string' },
    output: { type: 'string' },
  },
  async run({ db }, _, { format = 'csv', address, output, json }) {
    if (format !== 'csv' && format !== 'json') {
      throw new Error(`--format is ${JSON.stringify(format)}; expected csv or json.`);
    }
    const filter = address === undefined ? {} : { address: asAddress(String(address)) };
    const enquiries = await withTexts(db, await readEnquiries(db, filter));
    const isJson = format === 'json' || json === true;
    const content = isJson ? `${JSON.stringify(enquiries, null, 2)}\n` : csvOf(enquiries);
    if (output === undefined) return { text: content.trimEnd(), json: enquiries };
    // Personal data: for whoever asked, and nobody else on the machine.
    await writeFile(String(output), content, { mode: 0o600, flag: 'wx' }).catch(explain);
    return {
      text: `${enquiries.length} enquiries are in ${output}.`,
      json: { enquiries: enquiries.length, output },
    };
  },
};

function csvOf(enquiries: EnquiryWithText[]): string {
  const heads = [
    'id',
    'received',
    'name',
    'email',
    'subject',
    'company_mail',
    'confirmation',
    'text',
  ];
  return printCsv(
    heads,
    enquiries.map(({ id, receivedAt, name, email, subject, mails, text }) => {
      const stateOf = (kind: string) => mails.find((mail) => mail.kind === kind)?.state ?? 'none';
      const states = [stateOf('company'), stateOf('confirmation')];
      return [id, receivedAt, name, email, subject, ...states, text];
    }),
  );
}

function explain(error: NodeJS.ErrnoException): never {
  if (error.code === 'EEXIST') throw new Error(`${error.path} exists: nothing was written.`);
  throw new Error(`${error.path} cannot be written (${error.code}).`);
}
