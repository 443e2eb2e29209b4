import { mkdirSync } from 'node:fs';
import { open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { OutgoingMail } from '../store/store.ts';
import type { MailTransport } from './mail-transport.ts';
import { mimeMessage } from './mime-message.ts';
import type { SiteAddresses } from './site-addresses.ts';

/**
 * Writes each mail as an `.eml` file into `folder`, for trying the site out without a mail server.
 * A second try of the same mail overwrites its file: the name comes from the Message-ID.
 *
 * @throws Error naming `DATA_DIR` when the folder cannot be made
 */
export function openFileTransport(folder: string, site: () => SiteAddresses): MailTransport {
  makeFolder(folder);
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    description: `files in ${folder}`,
    async deliver(mail) {
      try {
        const { message } = await composer.sendMail(mimeMessage(mail, site()));
        await writeDurably(folder, fileName(mail), message as Buffer);
        return { kind: 'delivered' };
      } catch (error) {
        // A full or missing disk fails every mail alike.
        return { kind: 'fault', reason: (error as NodeJS.ErrnoException).code ?? 'cannot write' };
      }
    },
    close() {},
  };
}

/** A mail of ours, or what was left when one could not be written to its end. */
const MAIL_FILE = /^(?:[\dTZ-]+-[a-z]+-[\w-]+\.eml|\.[\w-]+\.eml\.part)$/;

/** Erases the mails written into `folder` before that time; a folder that is not there holds none. */
export async function eraseMailFiles(folder: string, beforeMs: number): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names.filter((name) => MAIL_FILE.test(name))) {
    const file = join(folder, name);
    try {
      if ((await stat(file)).mtimeMs < beforeMs) await unlink(file);
    } catch (error) {
      // Another process was faster.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(`DATA_DIR: the folder ${folder} cannot be made (${code}).`, { cause });
  }
}

/** `2027-03-05T140300Z-company-1f3c….eml`: sorted by name is sorted by time. */
function fileName(mail: OutgoingMail): string {
  const time = new Date(mail.dateMs).toISOString().replace(/:|\.\d+/g, '');
  const id = /^<([\w-]+)@/.exec(mail.messageId)?.[1] ?? 'mail';
  return `${time}-${mail.kind}-${id}.eml`;
}

/** A reader sees the whole file or none, also after a power cut. */
async function writeDurably(folder: string, name: string, content: Buffer): Promise<void> {
  const temporary = join(folder, `.${name}.part`);
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, join(folder, name));
  // Windows refuses to sync a folder (EPERM, EISDIR), and no mail would ever count as delivered.
  // NTFS journals the new name by itself.
  if (process.platform === 'win32') return;
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
