import { randomUUID } from 'node:crypto';
import { access, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';

const WORK_FOLDER = /^work-(\d+)-/;

/**
 * An empty folder of this call alone, to work in. Clears away those of processes that are no more:
 * one that was killed could not do it itself.
 *
 * @returns `{parent}/work-{process id}-{random}`
 */
export async function openWorkFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent)) {
    const pid = Number(WORK_FOLDER.exec(name)?.[1]);
    if (pid > 0 && !isRunning(pid)) await rm(join(parent, name), { recursive: true, force: true });
  }
  const folder = join(parent, `work-${process.pid}-${randomUUID()}`);
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
  const next = `${file}.${randomUUID()}`;
  const handle = await open(next, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(next, file);
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

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
