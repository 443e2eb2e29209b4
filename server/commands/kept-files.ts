import { createReadStream } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Mails written as files (`outbox/file-transport.ts`) that name an address anywhere; not sorted. */
export async function findKeptMails(dataDir: string, address: string): Promise<string[]> {
  const folder = join(dataDir, 'mail');
  const found: string[] = [];
  for (const name of await namesIn(folder)) {
    const content = await readFile(join(folder, name)).catch(() => undefined);
    if (content && names(decode(content), address)) found.push(join(folder, name));
  }
  return found;
}

export async function removeFiles(files: string[]): Promise<void> {
  for (const file of files) await rm(file, { force: true });
}

/** Other files right in the data folder with the address in their bytes: copies somebody made. */
export async function findCopies(dataDir: string, address: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await namesIn(dataDir)) {
    if (/^enquiries\.sqlite(?:-wal|-shm)?$/.test(name)) continue;
    if (await holds(join(dataDir, name), address)) found.push(join(dataDir, name));
  }
  return found;
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** The mail's words as bytes, quoted-printable undone: the one coding `mime-message.ts` writes. */
function decode(mail: Buffer): string {
  const bytes = mail
    .toString('latin1')
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Whether an address stands there, and not only as a part of a longer one. */
function names(text: string, address: string): boolean {
  const escaped = address.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w.+-])${escaped}(?![\\w-]|\\.\\w)`, 'i').test(text);
}

async function holds(file: string, address: string): Promise<boolean> {
  let tail = '';
  for await (const chunk of createReadStream(file, { encoding: 'utf8' })) {
    const text = (tail + chunk).toLowerCase();
    if (text.includes(address.toLowerCase())) return true;
    tail = text.slice(-address.length);
  }
  return false;
}
