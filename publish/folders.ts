import { createHash, randomUUID } from 'node:crypto';
import {
  access,
  copyFile,
  glob,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import process from 'node:process';

const WORK_FOLDER = /^work-/;
/** An older work folder was left by a killed process. */
const LEFT_BEHIND_MS = 24 * 3_600_000;

/**
 * Creates a work folder and removes abandoned ones. They are recognised by age, because process ids
 * are ambiguous across containers that share a disk.
 *
 * @returns `{parent}/work-{random}`
 */
export async function openWorkFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  for (const name of (await listDir(parent)).filter((one) => WORK_FOLDER.test(one))) {
    const { mtimeMs } = await stat(join(parent, name));
    if (Date.now() - mtimeMs < LEFT_BEHIND_MS) continue;
    await rm(join(parent, name), { recursive: true, force: true });
  }
  const folder = join(parent, `work-${randomUUID()}`);
  await mkdir(folder);
  return folder;
}

/**
 * Renames a finished folder atomically and durably. If the target exists, it is kept, because equal
 * names mean equal content.
 */
export async function putInPlace(finished: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  await syncTree(finished);
  try {
    await rename(finished, target);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // On Windows the code is EPERM.
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(code) || !(await exists(target))) throw error;
    await rm(finished, { recursive: true, force: true });
  }
}

/** Replaces a small file atomically and durably. */
export async function replaceFile(file: string, text: string | Uint8Array): Promise<void> {
  // A hidden name, so that a file left by a killed process is not read as content.
  const next = join(dirname(file), `.${basename(file)}.${randomUUID()}`);
  const handle = await open(next, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(next, file);
}

/** Hard-links an immutable file, or copies it if the file system has no hard links. */
export async function linkOrCopy(file: string, target: string): Promise<void> {
  try {
    await link(file, target);
  } catch {
    await copyFile(file, target);
  }
}

/**
 * Copies a folder. Files that are unchanged since an earlier copy are hard-linked, so that many
 * copies need little space.
 */
export async function copyTree(dir: string, targetDir: string, earlierDir?: string): Promise<void> {
  for (const name of await listTree(dir)) {
    const [file, target] = [join(dir, name), join(targetDir, name)];
    await mkdir(dirname(target), { recursive: true });
    const earlier = earlierDir && join(earlierDir, name);
    if (earlier && (await isSame(file, earlier))) await linkOrCopy(earlier, target);
    else await copyFile(file, target);
  }
}

async function isSame(file: string, other: string): Promise<boolean> {
  const [bytes, otherBytes] = await Promise.all([
    readFile(file),
    readFile(other).catch(() => undefined),
  ]);
  return otherBytes?.equals(bytes) ?? false;
}

/**
 * Names of all files below a folder, without those that begin with a dot.
 *
 * @param patterns globs, from that folder
 */
export async function listTree(dir: string, patterns: string[] = ['**']): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of glob(patterns, { cwd: dir, withFileTypes: true })) {
    if (entry.isFile()) names.push(relative(dir, join(entry.parentPath, entry.name)));
  }
  return names.sort();
}

/** Names in a folder; empty if it does not exist. */
export async function listDir(dir: string): Promise<string[]> {
  return (await exists(dir)) ? readdir(dir) : [];
}

/**
 * SHA-256 over names and contents of files, in hex.
 *
 * @param patterns globs, from that folder
 */
export async function hashFiles(dir: string, patterns: string[] = ['**']): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  for (const name of await listTree(dir, patterns)) {
    hash.update(`${name}\0`).update(await readFile(join(dir, name)));
  }
  return hash.digest('hex');
}

/** Content hash for file names, which makes files cacheable indefinitely. */
export function shortHash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 8);
}

/** Flushes a folder and its content to disk (fsync). */
async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? syncTree(path) : sync(path, 'r+'));
  }
  await syncFolder(folder);
}

/** Flushes the directory entries of a folder (fsync). */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders and does not need this; it flushes only files that are opened for
  // writing.
  if (process.platform !== 'win32') await sync(folder, 'r');
}

async function sync(path: string, mode: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, mode);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
