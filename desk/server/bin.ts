import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { exists, replaceFile } from '../../publish/folders.ts';
import type { BinItem } from '../api.ts';
import type { Value } from '../operations.ts';
import {
  type DeskFolders,
  hashOf,
  readIfThere,
  readJson,
  removeContentFile,
  writeContentFile,
  writeJson,
} from './folders.ts';
import { RefusalError } from './refusal.ts';

const KEEP_MS = 30 * 24 * 3_600_000;

/** What is written beside the bytes of a file in the bin. */
export interface BinEntry {
  id: string;
  /** Below `content/`: 'photos/champagne.jpg'. */
  path: string;
  removedAtMs: number;
  /** Of the file, SHA-256 in hex. */
  hash: string;
  /** Of a photo: its entry in `photos.yaml`. */
  photo?: Value;
}

/** Where the bytes of an entry are. */
export const binFile = ({ deskDir }: DeskFolders, id: string) => join(deskDir, 'bin', id, 'file');

/** The newest first. Entries older than 30 days are removed. */
export async function listBin(folders: DeskFolders, now = Date.now()): Promise<BinEntry[]> {
  const dir = join(folders.deskDir, 'bin');
  const entries: BinEntry[] = [];
  for (const id of await readdir(dir).catch(() => [])) {
    const entry = await readJson<BinEntry>(join(dir, id, 'entry.json'));
    if (entry && entry.removedAtMs + KEEP_MS > now) entries.push(entry);
    else await rm(join(dir, id), { recursive: true, force: true });
  }
  return entries.sort((a, b) => b.removedAtMs - a.removedAtMs);
}

export async function describeEntry(
  folders: DeskFolders,
  { id, path, removedAtMs }: BinEntry,
): Promise<BinItem> {
  const { dir, name, base } = parse(path);
  const isPhoto = dir === 'photos';
  return {
    id,
    kind: isPhoto ? 'photo' : 'file',
    name: isPhoto ? name : base,
    removedAtMs,
    expiresAtMs: removedAtMs + KEEP_MS,
    isReplaced: await exists(join(folders.contentDir, path)),
    ...(isPhoto && { thumbnail: `/bin/${id}.webp` }),
  };
}

/** @throws RefusalError 404 */
export async function findInBin(folders: DeskFolders, id: string): Promise<BinEntry> {
  const entry = (await listBin(folders)).find((one) => one.id === id);
  if (!entry) throw new RefusalError(404, 'Dit zit niet meer in de prullenbak.');
  return entry;
}

/**
 * Puts a file of `content/` in the bin and something else, or nothing, in its place. Killed in
 * between, the file is in both: nothing is lost.
 */
export async function replaceKeeping(
  folders: DeskFolders,
  path: string,
  next: { path: string; bytes: Uint8Array } | null,
  photo?: Value,
): Promise<void> {
  const bytes = await readIfThere(join(folders.contentDir, path));
  if (bytes) {
    const id = randomUUID();
    const entry: BinEntry = { id, path, removedAtMs: Date.now(), hash: hashOf(bytes) };
    const file = binFile(folders, id);
    await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
    await replaceFile(file, bytes);
    await writeJson(join(file, '..', 'entry.json'), { ...entry, ...(photo && { photo }) });
  }
  if (next) await writeContentFile(folders, next.path, next.bytes);
  if (bytes && next?.path !== path) await removeContentFile(folders, path);
}

/** Puts a file back; what has its name now goes to the bin in turn. */
export async function putBack(folders: DeskFolders, entry: BinEntry): Promise<void> {
  const bytes = await readIfThere(binFile(folders, entry.id));
  if (!bytes) throw new RefusalError(404, 'Dit zit niet meer in de prullenbak.');
  await replaceKeeping(folders, entry.path, { path: entry.path, bytes });
  await emptyOf(folders, entry.id);
}

export async function emptyOf({ deskDir }: DeskFolders, id: string): Promise<void> {
  await rm(join(deskDir, 'bin', id), { recursive: true, force: true });
}
