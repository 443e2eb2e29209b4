import { createHash, randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile, syncFolder } from '../../../publish/folders.ts';
import type { DeskFolders } from '../folders.ts';

/** What becomes of a file; several become so together. */
export interface Replacement {
  /** Below `content/`, with forward slashes. */
  path: string;
  /** What stands there now, as `hashOf` gives it; null where nothing does. */
  before: string | null;
  /** Null takes it away. */
  bytes: string | Uint8Array | null;
}

/** A save under way, on disk before its first file changes: one that was killed is finished later. */
interface Plan {
  steps: { path: string; before: string | null; next: string | null }[];
}

const PLAN_FILE = 'save.json';

export const hashOf = (bytes: string | Uint8Array) =>
  createHash('sha256').update(bytes).digest('hex');

/** @returns null where there is no such file */
export async function hashOfFile(file: string): Promise<string | null> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return bytes ? hashOf(bytes) : null;
}

/**
 * Replaces files of `content/`, all of them or none, each as a whole. What is to stand there lies
 * complete below `.desk/` first; a process killed between two files is made good by `finishSave`.
 *
 * @throws Error for a path outside of `content/` and for a link
 */
export async function replaceFiles(folders: DeskFolders, files: Replacement[]): Promise<void> {
  const { contentDir, deskDir } = folders;
  for (const { path } of files) await assertInside(contentDir, path);
  const staged = join(deskDir, 'staged');
  await mkdir(staged, { recursive: true });
  const steps: Plan['steps'] = [];
  for (const { path, before, bytes } of files) {
    const next = bytes === null ? null : randomUUID();
    if (next && bytes !== null) await replaceFile(join(staged, next), bytes);
    steps.push({ path, before, next });
  }
  await syncFolder(staged);
  await replaceFile(join(deskDir, PLAN_FILE), JSON.stringify({ steps } satisfies Plan));
  await syncFolder(deskDir);
  await finishSave(folders);
}

/** Finishes a save that was killed, and clears away what it left. */
export async function finishSave({ contentDir, deskDir }: DeskFolders): Promise<void> {
  const staged = join(deskDir, 'staged');
  const plan = await readFile(join(deskDir, PLAN_FILE), 'utf8').catch(() => undefined);
  const { steps } = plan === undefined ? { steps: [] } : (JSON.parse(plan) as Plan);
  for (const { path, before, next } of steps) {
    const file = join(contentDir, path);
    // Done already; or changed by hand since the process was killed, and that goes before.
    if ((await hashOfFile(file)) !== before) continue;
    await mkdir(dirname(file), { recursive: true });
    if (next) await rename(join(staged, next), file);
    else await rm(file, { force: true });
  }
  for (const folder of new Set(steps.map(({ path }) => dirname(join(contentDir, path))))) {
    await syncFolder(folder);
  }
  await rm(join(deskDir, PLAN_FILE), { force: true });
  for (const name of await readdir(staged).catch(() => [])) {
    await rm(join(staged, name), { force: true });
  }
}

/** Names that lead out of the folder, hide in it, or are links to elsewhere are refused. */
export async function assertInside(contentDir: string, path: string): Promise<void> {
  const isPlain = path.split('/').every((part) => /^[^./\\\0:][^/\\\0:]*$/.test(part));
  if (!isPlain) throw new Error(`Geen bestand van content/: ${path}`);
  const file = join(contentDir, path);
  const folder = await realpath(dirname(file)).catch(() => undefined);
  const root = await realpath(contentDir);
  const isLink = (await lstat(file).catch(() => undefined))?.isFile() === false;
  if (isLink || (folder && folder !== join(root, dirname(path)))) {
    throw new Error(`Een link naar een andere map, geen bestand van content/: ${path}`);
  }
}
