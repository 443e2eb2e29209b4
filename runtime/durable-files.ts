import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { exists } from './find-files.ts';
import { removeFolder, removeOlder } from './remove-folders.ts';

/** Prefix of the name of a folder that is still being filled. */
export const WORK_FOLDER = 'work-';
/** An older work folder or temporary file was left by a killed process. */
export const ABANDONED_MS = 24 * 3_600_000;

/**
 * Creates a folder atomically: fills a work folder, flushes it to disk and renames it. If another
 * process was faster, its folder is kept, because equal names mean equal content. Abandoned work
 * folders are recognised by age, because process ids are ambiguous across containers that share a
 * disk.
 */
export async function createFolder(
  folder: string,
  fill: (work: string) => Promise<void>,
): Promise<void> {
  const parent = dirname(folder);
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent)) {
    if (name.startsWith(WORK_FOLDER)) await removeOlder(join(parent, name), ABANDONED_MS);
  }
  const work = await mkdtemp(join(parent, WORK_FOLDER));
  try {
    await fill(work);
    await syncTree(work);
    await rename(work, folder);
  } catch (error) {
    await removeFolder(work);
    if (!(await exists(folder))) throw error;
  }
}

/**
 * Replaces a small file atomically. After a power cut the old file may be back, unless the caller
 * also calls {@link syncFolder}.
 */
export async function replaceFile(file: string, text: string | Uint8Array): Promise<void> {
  const folder = dirname(file);
  await removeAbandonedFiles(folder);
  // The name is hidden, so that a file left by a killed process is not read as content.
  const next = join(folder, `.${basename(file)}.${randomUUID()}`);
  try {
    await writeFile(next, text, { flush: true });
    await rename(next, file);
  } catch (error) {
    // On a full disk each further attempt would leave one more file.
    await rm(next, { force: true }).catch(() => {});
    throw error;
  }
}

/** The names of the files that {@link replaceFile} renames. */
const TEMPORARY_FILE = /^\..+\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Removes temporary files that killed processes left. Otherwise backups would keep a photo that
 * nothing lists and that the caterer therefore cannot erase.
 */
async function removeAbandonedFiles(folder: string): Promise<void> {
  // When the folder cannot be read, the write reports what is wrong.
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile() || !TEMPORARY_FILE.test(entry.name)) continue;
    await removeOlder(join(folder, entry.name), ABANDONED_MS);
  }
}

/** Flushes the directory entries of a folder (fsync). */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders and does not need this.
  if (process.platform !== 'win32') await sync(folder, 'r');
}

/** Flushes a folder and its content to disk (fsync). */
async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? syncTree(path) : sync(path, 'r+'));
  }
  await syncFolder(folder);
}

async function sync(path: string, mode: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, mode);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
