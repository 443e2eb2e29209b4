import { setTimeout as sleep } from 'node:timers/promises';
import { countBeingSent, eraseAddress } from '../store/change-records.ts';
import { readEnquiries } from '../store/enquiry-records.ts';
import type { Command, Outcome } from './command.ts';
import { asAddress } from './find.ts';
import { findCopies, findKeptMails, removeFiles } from './kept-files.ts';
import { printEnquiries } from './list.ts';
import type { OpenDatabase } from './open-database.ts';

/** A mail in a server's hands would be written as a file after we looked. */
const SENDING_ENDS_WITHIN_MS = 10_000;

export const erase: Command = {
  usage: 'ADDRESS [--dry-run]',
  summary: 'erases all of one visitor for good, kept mails too; --dry-run: only shows what',
  words: 1,
  options: { 'dry-run': { type: 'boolean' } },
  async run(database, [word = ''], options) {
    const address = asAddress(word);
    return options['dry-run'] === true ? preview(database, address) : eraseAll(database, address);
  },
};

async function preview({ db, dataDir }: OpenDatabase, address: string): Promise<Outcome> {
  const enquiries = await readEnquiries(db, { address });
  const files = await findKeptMails(dataDir, address);
  return {
    text: [printEnquiries(enquiries), ...files, 'Nothing was erased.'].join('\n'),
    json: { enquiries, files, erased: 0 },
  };
}

async function eraseAll(database: OpenDatabase, address: string): Promise<Outcome> {
  const { db, dataDir, forget } = database;
  const endMs = performance.now() + SENDING_ENDS_WITHIN_MS;
  while ((await countBeingSent(db, address)) > 0 && performance.now() < endMs) await sleep(250);
  const sending = await countBeingSent(db, address);
  const enquiries = await eraseAddress(db, address);
  // Also when there was none: an erasure that broke off here is made whole by the next.
  await forget();
  const files = await findKeptMails(dataDir, address);
  await removeFiles(files);
  const copies = await findCopies(dataDir, address);
  const lines = [
    `Erased: ${enquiries} enquiries, ${files.length} kept mails.`,
    ...(sending > 0
      ? [`${sending} of their mails was just being sent, and may still arrive.`]
      : []),
    ...copies.map((file) => `${file} names it too: delete it, or erase it there.`),
    'Backups age out in BACKUP_DAYS; copies of them, the mailbox and mails already sent are yours to erase.',
  ];
  const isDone = copies.length === 0;
  return {
    text: lines.join('\n'),
    json: { enquiries, files: files.length, sending, copies },
    exitCode: isDone ? 0 : 1,
  };
}
