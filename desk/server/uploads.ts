import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { CONTENT_FILES, filesIn } from '../../publish/content/content-files.ts';
import { exists, listFiles, replaceFile } from '../../publish/folders.ts';
import type { BinItem, DeskFile } from '../api.ts';
import { type Operation, type Value, valueAt } from '../operations.ts';
import { freeName, slugOf } from '../pages.ts';
import { editContent } from './content.ts';
import {
  type DeskFolders,
  readJson,
  removeContentFile,
  writeContentFile,
  writeJson,
} from './folders.ts';
import { findUses, readYaml } from './read-content.ts';
import { RefusalError } from './refusal.ts';

/**
 * Photos and PDFs. A replaced or removed one lies in the bin for 30 days: `bin/{id}/file`, described by
 * `entry.json`.
 */

const KEEP_MS = 30 * 24 * 3_600_000;

interface BinEntry {
  id: string;
  /** Below `content/`: 'photos/champagne.jpg'. */
  path: string;
  removedAtMs: number;
  /** Of a photo: its entry in `photos.yaml`. */
  photo?: Value;
}

const binDir = ({ deskDir }: DeskFolders, id = '') => join(deskDir, 'bin', id);

/** The file with the bytes of an entry. */
export const binFile = (folders: DeskFolders, id: string) => join(binDir(folders, id), 'file');

const DEFAULT_NAMES = { photos: 'foto', files: 'bestand' };
const ENDINGS = { photos: 'jpg', files: 'pdf' };

/** Adds a photo or PDF under a free name made from its own. */
export async function addUpload(
  folders: DeskFolders,
  folder: 'photos' | 'files',
  suggestion: string,
  bytes: Uint8Array,
): Promise<{ name: string }> {
  const files = filesIn(folder, await listFiles(folders.contentDir));
  const taken = files.map((file) => parse(file).name.toLowerCase());
  const slug = slugOf(parse(suggestion).name) || DEFAULT_NAMES[folder];
  const name = freeName(slug, (one) => taken.includes(one));
  await replaceUpload(folders, `${folder}/${name}.${ENDINGS[folder]}`, bytes);
  return { name };
}

/** Lists the PDFs in `content/files/`. */
export async function listPdfs({ contentDir }: DeskFolders): Promise<DeskFile[]> {
  const uses = await findUses(contentDir);
  const files = filesIn('files', await listFiles(contentDir)).map(async (name) => {
    const { size, mtimeMs } = await stat(join(contentDir, 'files', name));
    return {
      name,
      href: `/files/${encodeURIComponent(name)}`,
      bytes: size,
      changedAtMs: mtimeMs,
      uses: [...(uses.get(`file ${name}`) ?? []), ...(uses.get(`link /files/${name}`) ?? [])],
    };
  });
  return Promise.all(files);
}

/** Lists the bin, latest first, and removes entries older than 30 days. */
export async function listBin(folders: DeskFolders): Promise<BinItem[]> {
  const items = (await readEntries(folders)).map(async ({ id, path, removedAtMs }) => {
    const { dir, name, base } = parse(path);
    const item = { id, removedAtMs, expiresAtMs: removedAtMs + KEEP_MS };
    const isReplaced = await exists(join(folders.contentDir, path));
    return dir === 'photos'
      ? { ...item, isReplaced, kind: 'photo' as const, name, thumbnail: `/bin/${id}` }
      : { ...item, isReplaced, kind: 'file' as const, name: base };
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
export async function replaceUpload(
  folders: DeskFolders,
  path: string,
  bytes: Uint8Array | null,
): Promise<void> {
  const { dir, name } = parse(path);
  const photo = dir === 'photos' ? await readPhotoEntry(folders, name) : undefined;
  // Photos are known by their name without the ending: a new JPEG may replace a PNG.
  const isPrevious = (file: string) =>
    dir === 'photos' && !file.endsWith('.yaml')
      ? parse(file).dir === dir && parse(file).name === name
      : file === path;
  const previous = (await listFiles(folders.contentDir)).filter(isPrevious);
  for (const file of previous) {
    const id = randomUUID();
    await mkdir(binDir(folders, id), { recursive: true, mode: 0o700 });
    await replaceFile(binFile(folders, id), await readFile(join(folders.contentDir, file)));
    const entry: BinEntry = { id, path: file, removedAtMs: Date.now(), ...(photo && { photo }) };
    await writeJson(join(binDir(folders, id), 'entry.json'), entry);
  }
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
  await replaceUpload(folders, path, await readFile(binFile(folders, id)));
  if (photo !== undefined && (await readPhotoEntry(folders, name)) === undefined) {
    await editPhotoEntry(folders, { kind: 'set', path: [name], value: photo });
  }
  await removeFromBin(folders, id);
}

export async function removeFromBin(folders: DeskFolders, id: string): Promise<void> {
  await rm(binDir(folders, id), { recursive: true, force: true });
}

async function readPhotoEntry({ contentDir }: DeskFolders, name: string) {
  const list = await readYaml(contentDir, CONTENT_FILES.photos.file);
  return valueAt(list?.value ?? null, [name]);
}

async function editPhotoEntry(folders: DeskFolders, operation: Operation): Promise<void> {
  const path = CONTENT_FILES.photos.file;
  const list = await readYaml(folders.contentDir, path);
  await editContent(folders, { path, hash: list?.hash ?? null, operations: [operation] });
}

async function readEntries(folders: DeskFolders): Promise<BinEntry[]> {
  const entries: BinEntry[] = [];
  for (const id of await readdir(binDir(folders)).catch(() => [])) {
    const entry = await readJson<BinEntry>(join(binDir(folders, id), 'entry.json'));
    if (entry && entry.removedAtMs + KEEP_MS > Date.now()) entries.push(entry);
    else await removeFromBin(folders, id);
  }
  return entries.sort((a, b) => b.removedAtMs - a.removedAtMs);
}

/** @throws RefusalError 422 */
export function assertPdf(bytes: Buffer): void {
  // The header may be a little way into the file (ISO 32000-1, annex H.3.4.1).
  if (bytes.subarray(0, 1024).includes('%PDF-')) return;
  throw new RefusalError(422, 'Dit is geen PDF. Bewaar je menu als PDF en probeer nog eens.');
}
