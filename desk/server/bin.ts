import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { CONTENT_FILES } from '../../publish/content/content-files.ts';
import { exists, listFiles, replaceFile } from '../../publish/folders.ts';
import type { BinItem } from '../api.ts';
import { type Operation, type Value, valueAt } from '../operations.ts';
import { editContent } from './content.ts';
import {
  type DeskFolders,
  readIfExists,
  readJson,
  removeContentFile,
  writeContentFile,
  writeJson,
} from './folders.ts';
import { readYaml } from './read-content.ts';
import { RefusalError } from './refusal.ts';

/** Photos and PDFs that were replaced or removed, each in `bin/{id}/` with its `entry.json`. */

const KEEP_MS = 30 * 24 * 3_600_000;

export interface BinEntry {
  id: string;
  /** Below `content/`: 'photos/champagne.jpg'. */
  path: string;
  removedAtMs: number;
  /** Of a photo: its entry in `photos.yaml`. */
  photo?: Value;
}

const binDir = ({ deskDir }: DeskFolders) => join(deskDir, 'bin');

/** The file with the bytes of an entry. */
export const binFile = (folders: DeskFolders, id: string) => join(binDir(folders), id, 'file');

/** Lists the bin, latest first, and removes entries older than 30 days. */
export async function listBin(folders: DeskFolders): Promise<BinItem[]> {
  const items = (await readEntries(folders)).map(async ({ id, path, removedAtMs }) => {
    const { dir, name, base } = parse(path);
    const isPhoto = dir === 'photos';
    return {
      id,
      kind: isPhoto ? ('photo' as const) : ('file' as const),
      name: isPhoto ? name : base,
      removedAtMs,
      expiresAtMs: removedAtMs + KEEP_MS,
      isReplaced: await exists(join(folders.contentDir, path)),
      ...(isPhoto && { thumbnail: `/bin/${id}.webp` }),
    };
  });
  return Promise.all(items);
}

/** @throws RefusalError 404 */
export async function findInBin(folders: DeskFolders, id: string): Promise<BinEntry> {
  const entry = (await readEntries(folders)).find((one) => one.id === id);
  if (!entry) throw new RefusalError(404, 'Dit zit niet meer in de prullenbak.');
  return entry;
}

/**
 * Writes or removes a photo or PDF; the previous one goes to the bin first, so that a kill in between
 * loses nothing. A photo's entry in `photos.yaml` is removed with it.
 *
 * @param bytes null removes the file
 */
export async function replaceFileInContent(
  folders: DeskFolders,
  path: string,
  bytes: Uint8Array | null,
): Promise<void> {
  const { dir, name } = parse(path);
  const photo = dir === 'photos' ? await readPhotoEntry(folders, name) : undefined;
  // Photos are known by their name without the ending: a new JPEG may replace a PNG.
  const previous = (await listFiles(folders.contentDir)).filter((file) =>
    dir === 'photos' ? parse(file).dir === dir && parse(file).name === name : file === path,
  );
  for (const file of previous) await putInBin(folders, file, photo);
  if (bytes) await writeContentFile(folders, path, bytes);
  else if (photo !== undefined) await editPhotoEntry(folders, { kind: 'remove', path: [name] });
  for (const file of previous) {
    if (!bytes || file !== path) await removeContentFile(folders, file);
  }
}

/** Restores a file; the one that has its name now goes to the bin. */
export async function restoreFromBin(folders: DeskFolders, id: string): Promise<void> {
  const { path, photo } = await findInBin(folders, id);
  const { name } = parse(path);
  const bytes = await readIfExists(binFile(folders, id));
  if (bytes) await replaceFileInContent(folders, path, bytes);
  if (photo !== undefined && (await readPhotoEntry(folders, name)) === undefined) {
    await editPhotoEntry(folders, { kind: 'set', path: [name], value: photo });
  }
  await removeFromBin(folders, id);
}

export async function removeFromBin(folders: DeskFolders, id: string): Promise<void> {
  await rm(join(binDir(folders), id), { recursive: true, force: true });
}

/** @returns the entry of a photo in `photos.yaml` */
export async function readPhotoEntry(
  { contentDir }: DeskFolders,
  name: string,
): Promise<Value | undefined> {
  const list = await readYaml(contentDir, CONTENT_FILES.photos.file);
  return valueAt(list?.value ?? null, [name]);
}

async function editPhotoEntry(folders: DeskFolders, operation: Operation): Promise<void> {
  const path = CONTENT_FILES.photos.file;
  const list = await readYaml(folders.contentDir, path);
  await editContent(folders, { path, hash: list?.hash ?? null, operations: [operation] });
}

async function putInBin(folders: DeskFolders, path: string, photo?: Value): Promise<void> {
  const bytes = await readIfExists(join(folders.contentDir, path));
  if (!bytes) return;
  const id = randomUUID();
  const file = binFile(folders, id);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await replaceFile(file, bytes);
  const entry: BinEntry = { id, path, removedAtMs: Date.now(), ...(photo && { photo }) };
  await writeJson(join(dirname(file), 'entry.json'), entry);
}

async function readEntries(folders: DeskFolders): Promise<BinEntry[]> {
  const entries: BinEntry[] = [];
  for (const id of await readdir(binDir(folders)).catch(() => [])) {
    const entry = await readJson<BinEntry>(join(binDir(folders), id, 'entry.json'));
    if (entry && entry.removedAtMs + KEEP_MS > Date.now()) entries.push(entry);
    else await removeFromBin(folders, id);
  }
  return entries.sort((a, b) => b.removedAtMs - a.removedAtMs);
}
