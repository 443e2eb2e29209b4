import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../../runtime/durable-files.ts';

/**
 * Reads a small file that the first start creates and later starts need. The file is written
 * atomically: a start that is killed does not block the next one, and simultaneous starts agree on
 * one text. A file that `isUsable` refuses is created again.
 *
 * @param create returns the text; when several starts call it, one of the texts is kept
 */
export async function readOrCreate(
  file: string,
  isUsable: (text: string) => boolean,
  create: () => string,
): Promise<string> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // The first start to create this file decides the text for all. It is removed only once `file`
  // exists, so a start that comes later finds one of the two.
  const chosen = `${file}.new`;
  for (;;) {
    const found = await readText(file);
    if (isUsable(found)) {
      await rm(chosen, { force: true });
      return found;
    }
    await writeAside(file, create(), (temporaryFile) => linkUnlessExists(temporaryFile, chosen));
    const text = await readText(chosen);
    // Another start may have written the file and removed `chosen` in between.
    if (!isUsable(text) || isUsable(await readText(file))) continue;
    await writeAside(file, text, (temporaryFile) => rename(temporaryFile, file));
    await syncFolder(dirname(file));
  }
}

/** Writes a complete file beside `file` and passes its path to `use`. */
async function writeAside(
  file: string,
  text: string,
  use: (temporaryFile: string) => Promise<unknown>,
) {
  const temporaryFile = `${file}.${randomUUID()}`;
  try {
    await writeFile(temporaryFile, text, { mode: 0o600, flush: true });
    await use(temporaryFile);
  } finally {
    await rm(temporaryFile, { force: true });
  }
}

async function linkUnlessExists(from: string, to: string): Promise<void> {
  await link(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return undefined;
    // This file system has no hard links.
    if (['EPERM', 'ENOSYS', 'ENOTSUP'].includes(`${error.code}`)) return rename(from, to);
    throw error;
  });
}

/** Reads a file; resolves to an empty text when it does not exist. */
async function readText(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.trim();
}
