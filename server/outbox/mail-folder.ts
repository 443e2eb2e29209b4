import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer';
import { MailError, type MailSession } from './mail-server.ts';

/** Writes each mail as an .eml file, for a site with sample facts. Files appear atomically. */
export async function openMailFolder(folder: string): Promise<MailSession> {
  return {
    async send(mail) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const content = await new MailComposer({ ...mail, newline: 'windows' }).compile().build();
        // The name contains the mail's id, so that erasing finds the file.
        const id = /^<([\w-]+)@/.exec(String(mail.messageId))?.[1];
        const time = (mail.date as Date).toISOString().replace(/:|\.\d+/g, '');
        const name = `${time}-${id}.eml`;
        await writeFile(join(folder, `.${name}`), content, { mode: 0o600, flush: true });
        await rename(join(folder, `.${name}`), join(folder, name));
        return name;
      } catch (error) {
        // A full disk affects every mail.
        throw new MailError('server', (error as NodeJS.ErrnoException).code ?? 'cannot write');
      }
    },
    close() {},
  };
}
