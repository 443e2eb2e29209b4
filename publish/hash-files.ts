import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * SHA-256 over names and contents of files, in hex.
 *
 * @param patterns globs, from the current folder
 */
export async function hashFiles(patterns: string[]): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  const files: string[] = [];
  for await (const entry of glob(patterns, { withFileTypes: true })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
  }
  for (const file of files.sort()) hash.update(`${file}\0`).update(await readFile(file));
  return hash.digest('hex');
}
