import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';

/** All that decides what a build produces. */
const INPUTS = [
  'content/**',
  'site/**',
  'enquiry/**',
  'publish/**',
  'server/release.ts',
  'package-lock.json',
];

/** SHA-256 over names and contents of everything that goes into a build, in hex. */
export async function hashInputs(): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  const files: string[] = [];
  for await (const entry of glob(INPUTS, { withFileTypes: true })) {
    if (entry.isFile()) files.push(`${entry.parentPath}/${entry.name}`);
  }
  for (const file of files.sort()) hash.update(`${file}\0`).update(await readFile(file));
  return hash.digest('hex');
}
