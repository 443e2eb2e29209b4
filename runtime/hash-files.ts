import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { listFiles } from './find-files.ts';

/** SHA-256 over Node's version and the names and contents of files, in hex. */
export async function hashFiles(dir: string, patterns?: string[]): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  for (const name of await listFiles(dir, patterns)) {
    hash.update(`${name}\0`).update(await readFile(join(dir, name)));
  }
  return hash.digest('hex');
}

/** Content hash for file names, which makes files cacheable indefinitely. */
export function shortHash(content: string | Uint8Array): string {
  const hash = createHash('sha256').update(content);
  return hash.digest('hex').slice(0, 8);
}
