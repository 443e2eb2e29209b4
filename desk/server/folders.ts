import { createHash } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile, syncFolder } from '../../publish/folders.ts';
import { RefusalError } from './refusal.ts';

/** Where the desk reads and writes. */
export interface DeskFolders {
  /** What the caterer edits. */
  contentDir: string;
  /** Releases of the site. */
  distDir: string;
  /** Photos and bundles, which can be made again. */
  cacheDir: string;
  /** Passkeys, sessions, the bin and earlier contents; to be backed up. */
  deskDir: string;
}

/** SHA-256 in hex. */
export const hashOf = (bytes: string | Uint8Array) =>
  createHash('sha256').update(bytes).digest('hex');

/** @returns undefined when the file does not exist */
export async function readIfExists(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** @returns undefined when the file does not exist or is no JSON */
export async function readJson<Data>(file: string): Promise<Data | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Writes a file of the desk itself, atomically and durably. */
export async function writeJson(file: string, data: object): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await replaceFile(file, JSON.stringify(data));
  await syncFolder(dirname(file));
}

/**
 * Writes a file of `content/` atomically and durably: after a power cut it is the old or the new one.
 *
 * @param path below `content/`, with forward slashes
 * @throws RefusalError 400 for a path outside of `content/`
 */
export async function writeContentFile(
  { contentDir }: DeskFolders,
  path: string,
  bytes: string | Uint8Array,
): Promise<void> {
  assertInside(path);
  const file = join(contentDir, path);
  await mkdir(dirname(file), { recursive: true });
  await replaceFile(file, bytes);
  await syncFolder(dirname(file));
}

/** @throws RefusalError 400 for a path outside of `content/` */
export async function removeContentFile({ contentDir }: DeskFolders, path: string): Promise<void> {
  assertInside(path);
  const file = join(contentDir, path);
  await rm(file, { force: true });
  await syncFolder(dirname(file));
}

/** Refuses hidden names and names that lead out of the folder. */
function assertInside(path: string): void {
  if (path.split('/').every((part) => /^[^./\\\0:][^/\\\0:]*$/.test(part))) return;
  throw new RefusalError(400, `De werktafel kent geen bestand ${path}.`);
}
