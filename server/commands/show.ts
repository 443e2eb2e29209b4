import { type EnquiryWithText, readEnquiries, withTexts } from '../store/enquiry-records.ts';
import type { Command } from './command.ts';
import { findOne } from './find.ts';
import { stateNow } from './list.ts';
import { printable, printTable, printTime } from './table.ts';

export const show: Command = {
  usage: 'ID | ADDRESS',
  summary: "one enquiry whole, or all of one visitor's",
  words: 1,
  options: {},
  async run(database, [word = '']) {
    const { db } = database;
    const isAddress = word.includes('@');
    const records = isAddress
      ? await readEnquiries(db, { address: word })
      : [await findOne(database, word)];
    const enquiries = await withTexts(db, records);
    return {
      text: enquiries.map(printWhole).join('\n\n') || `No enquiry of ${printable(word)}.`,
      json: enquiries,
      exitCode: enquiries.length > 0 ? 0 : 1,
    };
  },
};

function printWhole({
  id,
  receivedAt,
  name,
  email,
  subject,
  text,
  mails,
}: EnquiryWithText): string {
  const lines = [
    `Enquiry   ${id}`,
    `Received  ${printTime(receivedAt)}`,
    `From      ${printable(name)} <${printable(email)}>`,
    `Subject   ${printable(subject)}`,
  ];
  const table = printTable(
    ['MAIL', 'STATE', 'SINCE', 'FAILED TRIES', 'LAST FAILURE'],
    mails.map((mail) => [
      mail.kind,
      stateNow(mail),
      printTime(mail.since),
      String(mail.failedTries),
      mail.failure ?? '',
    ]),
    'No mails.',
  );
  return `${lines.join('\n')}\n\n${table}\n\n${printable(text).trimEnd()}`;
}
