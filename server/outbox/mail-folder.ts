import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer';
import { MailError, type MailSession } from './mail-server.ts';

/** Writes each mail as an .eml file, atomically: for a site with sample facts. */
export async function openMailFolder(folder: string): Promise<MailSession> {
  return {
    async send(mail) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const message = new MailComposer({ ...mail, newline: 'windows' }).compile();
        // Erasing finds the file by its id.
        const [, id] = /^<([\w-]+)@/.exec(String(mail.messageId)) ?? [];
        const time = (mail.date as Date).toISOString().replace(/:|\.\d+/g, '');
        const name = `${time}-${id}.eml`;
        const draft = join(folder, `.${name}`);
        await writeFile(draft, await message.build(), { mode: 0o600, flush: true });
        await rename(draft, join(folder, name));
        return name;
      } catch (error) {
        // A full disk affects every mail.
        throw new MailError('server', (error as NodeJS.ErrnoException).code ?? 'cannot write');
      }
    },
    close() {},
  };
}
