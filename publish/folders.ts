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
/** No publishing takes so long: its folder was left by a process that was killed. */
const LEFT_BEHIND_MS = 24 * 3_600_000;

/**
 * An empty folder of this call alone, to work in. Removes those that were left behind: by their age,
 * because a process id says nothing about a process of another machine or container on this disk.
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
 * Gives a finished folder its name, at which there is nothing or the whole thing, also after a power
 * cut. When another process was first, its folder stays: a name stands for one content.
 */
export async function putInPlace(finished: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  await syncTree(finished);
  try {
    await rename(finished, target);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // Windows says EPERM.
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(code) || !(await exists(target))) throw error;
    await rm(finished, { recursive: true, force: true });
  }
}

/** Replaces a small file as a whole: after a power cut it is the old one or the new one. */
export async function replaceFile(file: string, text: string | Uint8Array): Promise<void> {
  // Hidden: what a killed process leaves behind is not taken for content.
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

/** A second name for a file that nobody changes any more; a copy where the disk knows no such thing. */
export async function linkOrCopy(file: string, target: string): Promise<void> {
  try {
    await link(file, target);
  } catch {
    await copyFile(file, target);
  }
}

/**
 * Copies a folder. A file that is the same in an earlier copy becomes a second name of that one, so
 * that a history of many copies costs what changed.
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

/** Names in a folder; none when there is no such folder. */
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

/** Part of a file's name that changes with its content, so that browsers may keep it for ever. */
export function shortHash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 8);
}

/** Has the system write a folder and all below it to disk: a name alone may outlive its content. */
async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? syncTree(path) : sync(path, 'r+'));
  }
  await syncFolder(folder);
}

/** Has the system write the names in a folder to disk. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders, and needs none to be written (and files only to write).
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
