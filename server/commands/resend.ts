import { resendMail } from '../store/change-records.ts';
import type { Command } from './command.ts';
import { findOne } from './find.ts';

export const resend: Command = {
  usage: 'ID [--confirmation]',
  summary:
    "sends an enquiry's mail to the company once more, whatever became of it; or its confirmation",
  words: 1,
  options: { confirmation: { type: 'boolean' } },
  async run(database, [id = ''], { confirmation }) {
    const record = await findOne(database, id);
    const kind = confirmation === true ? 'confirmation' : 'company';
    const mail = record.mails.find((one) => one.kind === kind);
    if (!mail) throw new Error(`Enquiry ${record.id} has no ${kind} mail.`);
    if (!(await resendMail(database.db, mail, Date.now()))) {
      throw new Error('It is just being sent, or goes out with the next digest: nothing to do.');
    }
    const what = mail.digestId === undefined ? `The ${kind} mail` : 'The digest that brings it';
    return {
      text: `${what} waits to be sent; a running server takes it within half a minute.`,
      json: { requeued: mail.digestId ?? mail.id },
    };
  },
};
