import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import { MailError } from './mail-server.ts';

/**
 * Writes a mail atomically to an .eml file, for a site that has sample facts and no mail server.
 */
export async function writeMailFile(folder: string, mail: SendMailOptions): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const message = new MailComposer({ ...mail, newline: 'windows' }).compile();
    // The name contains the id, by which erasing finds the file.
    const [, id] = /^<([\w-]+)@/.exec(String(mail.messageId)) ?? [];
    const time = (mail.date as Date).toISOString().replace(/:|\.\d+/g, '');
    const name = `${time}-${id}.eml`;
    const temporaryFile = join(folder, `.${name}`);
    await writeFile(temporaryFile, await message.build(), { mode: 0o600, flush: true });
    await rename(temporaryFile, join(folder, name));
  } catch (error) {
    // The failure is reported as the server's and not this mail's, because a full disk affects
    // every mail.
    throw new MailError('server', (error as NodeJS.ErrnoException).code ?? 'cannot write');
  }
}
