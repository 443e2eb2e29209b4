import { readEnquiries, withTexts } from '../store/enquiry-records.ts';
import type { Command } from './command.ts';
import { printEnquiries } from './list.ts';

export const search: Command = {
  usage: 'TEXT',
  summary:
    'enquiries with these words in name, address, subject or message; accents and capitals aside',
  words: 1,
  options: {},
  async run({ db }, [text = '']) {
    const wanted = plain(text);
    const all = await withTexts(db, await readEnquiries(db));
    const found = all.filter(({ name, email, subject, text }) =>
      [name, email, subject, text].some((part) => plain(part).includes(wanted)),
    );
    return { text: printEnquiries(found), json: found, exitCode: found.length > 0 ? 0 : 1 };
  },
};

/** 'ZOË' as 'zoe': both databases compare accents in ways of their own. */
const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
