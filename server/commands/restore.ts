import { readIdentities } from '../backup/backup-file.ts';
import { restoreInto } from '../backup/restore-into.ts';
import type { SettingsCommand } from './command.ts';

export const restore: SettingsCommand = {
  usage: 'FILE [--identity KEYFILE]',
  summary: 'puts a backup into a new database; --identity: the key of an encrypted one',
  words: 1,
  options: { identity: { type: 'string' } },
  async runAlone(settings, [file = ''], { identity }) {
    const identities = typeof identity === 'string' ? await readIdentities(identity) : [];
    const { description, at, counts } = await restoreInto(settings, file, identities);
    const lines = [
      `Restored: ${counts.enquiry} enquiries with ${counts.mail} mails, as they were at ${at}, into ${description}.`,
      'Mails that left since then leave once more, with the same Message-ID. Whom you erased since then: erase them again.',
    ];
    return { text: lines.join('\n'), json: { at, counts } };
  },
};
