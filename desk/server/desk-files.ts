import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile, syncFolder } from '../../runtime/durable-files.ts';

/** @returns undefined when the file does not exist */
export async function readIfExists(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** @returns undefined when the file does not exist */
export async function readJson<Data>(file: string): Promise<Data | undefined> {
  const bytes = await readIfExists(file);
  if (!bytes) return undefined;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    // No backup contains the preview, whose list of links may be removed.
    throw new Error(
      `${file} is damaged. Restore it from a backup, or remove it if it is in dist/preview.`,
    );
  }
}

/** Writes a file atomically and durably. */
export async function saveFile(file: string, bytes: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await replaceFile(file, bytes);
  await syncFolder(dirname(file));
}

export async function removeFile(file: string): Promise<void> {
  await rm(file, { force: true });
  await syncFolder(dirname(file));
}
