import { randomUUID } from 'node:crypto';
import { copyFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { checkLogo } from '../../publish/brand/logo.ts';
import { CONTENT_FILES } from '../../publish/content/content-files.ts';
import { createFolder, listFiles, shortHash } from '../../publish/folders.ts';
import { Refused } from '../api.ts';
import { setOperation } from '../operations.ts';
import { freeName, slugOf } from '../pages.ts';
import { type MaybeValue, valueAt } from '../values.ts';
import { findUses, readFileAt, saveContent } from './content.ts';
import { contentFile, type Folders, readJson, removeFile, saveFile } from './folders.ts';
import { isPhotoFile } from './photos/photos.ts';

/* The bin keeps a replaced or removed `file`, beside its `entry.json`. */

const KEEP_MS = 30 * 24 * 3_600_000;
const PHOTOS = CONTENT_FILES.photos.file;

interface BinEntry {
  /** 'photos/champagne.jpg' */
  path: string;
  removedAtMs: number;
  /** In `photos.yaml`. */
  photo?: MaybeValue;
}

/** Adds a file, and returns its name without the ending. */
export async function addUpload(folders: Folders, suggestion: string, bytes: Buffer) {
  const { dir, name: suggestedName } = parse(suggestion);
  const [ending, defaultName] = dir === 'photos' ? ['jpg', 'foto'] : ['pdf', 'bestand'];
  const files = await listFiles(folders.contentDir, [`${dir}/*`]);
  const taken = files.map((file) => parse(file).name.toLowerCase());
  const slug = slugOf(suggestedName) || defaultName;
  const name = freeName(slug, (one) => taken.includes(one));
  await replaceUpload(folders, `${dir}/${name}.${ending}`, bytes);
  return { name };
}

/**
 * Writes a photo or PDF, or removes it (null). The previous one goes to the bin first, so that a
 * kill loses nothing.
 */
export async function replaceUpload(folders: Folders, path: string, bytes: Buffer | null) {
  const { dir, name } = parse(path);
  const isPhoto = isPhotoFile(path);
  if (!isPhoto && dir !== 'files') throw new Refused(400, `${path} kan hier niet.`);
  const photo = isPhoto ? await readPhotoEntry(folders, name) : undefined;
  for (const file of await listFiles(folders.contentDir, [`${dir}/*`])) {
    // A new JPEG may replace a PNG.
    const isSamePhoto = isPhoto && isPhotoFile(file) && parse(file).name === name;
    if (file !== path && !isSamePhoto) continue;
    const current = contentFile(folders, file);
    await createFolder(join(binDir(folders), randomUUID()), async (item) => {
      const entry: BinEntry = { path: file, removedAtMs: Date.now(), photo };
      await writeFile(join(item, 'entry.json'), JSON.stringify(entry));
      await copyFile(current, join(item, 'file'));
    });
    if (!bytes || file !== path) await removeFile(current);
  }
  if (bytes) await saveFile(contentFile(folders, path), bytes);
  else if (photo !== undefined) await savePhotoEntry(folders, name, undefined);
}

export async function listPdfs({ contentDir }: Folders) {
  const uses = await findUses(contentDir);
  const paths = await listFiles(contentDir, ['files/*']);
  const files = paths.map(async (path) => {
    const name = parse(path).base;
    const { size, mtimeMs } = await stat(join(contentDir, path));
    return {
      name,
      href: `/files/${encodeURIComponent(name)}`,
      bytes: size,
      changedAtMs: mtimeMs,
      uses: uses.get(`link /files/${name}`) ?? [],
    };
  });
  return Promise.all(files);
}

export async function findInBin(folders: Folders, id: string) {
  const entry = (await listBin(folders)).find((one) => one.id === id);
  if (!entry) throw new Refused(404, 'Dit zit niet meer in de prullenbak.');
  return entry;
}

/** Writes a logo, SVG or PNG, if publishing accepts it. */
export async function addLogo(folders: Folders, bytes: Buffer) {
  const isPng = bytes.toString('latin1', 1, 4) === 'PNG';
  const file = `logo-${shortHash(bytes)}.${isPng ? 'png' : 'svg'}`;
  await checkLogo(file, bytes);
  await saveFile(contentFile(folders, `brand/${file}`), bytes);
  return { file };
}

/** The file that has its name now goes to the bin. */
export async function restoreUpload(folders: Folders, id: string): Promise<void> {
  const { path, file, photo } = await findInBin(folders, id);
  const { name } = parse(path);
  await replaceUpload(folders, path, await readFile(file));
  const isListed = (await readPhotoEntry(folders, name)) !== undefined;
  if (photo !== undefined && !isListed) await savePhotoEntry(folders, name, photo);
  await removeFromBin(folders, id);
}

export async function removeFromBin(folders: Folders, id: string): Promise<void> {
  // Its thumbnail may be written there now.
  await rm(join(binDir(folders), id), { recursive: true, force: true, maxRetries: 5 });
}

const binDir = ({ deskDir }: Folders) => join(deskDir, 'bin');

/** Latest first; removes what is older than 30 days. */
export async function listBin(folders: Folders) {
  const items = [];
  for (const id of await readdir(binDir(folders)).catch(() => [])) {
    const item = join(binDir(folders), id);
    // It may be written just now.
    const entry = await readJson<BinEntry>(join(item, 'entry.json')).catch(() => undefined);
    if (!entry) continue;
    const expiresAtMs = entry.removedAtMs + KEEP_MS;
    if (expiresAtMs < Date.now()) {
      await removeFromBin(folders, id);
      continue;
    }
    const { name, base } = parse(entry.path);
    const isPhoto = isPhotoFile(entry.path);
    items.push({
      ...entry,
      id,
      file: join(item, 'file'),
      name: isPhoto ? name : base,
      expiresAtMs,
      thumbnail: isPhoto ? `/bin/${id}` : undefined,
    });
  }
  return items.sort((a, b) => b.removedAtMs - a.removedAtMs);
}

async function readPhotoEntry({ contentDir }: Folders, name: string) {
  const list = await readFileAt(contentDir, PHOTOS);
  return valueAt(list?.value, [name]);
}

async function savePhotoEntry(folders: Folders, name: string, entry: MaybeValue) {
  const list = await readFileAt(folders.contentDir, PHOTOS);
  const operations = [setOperation(list?.value, [name], entry)];
  await saveContent(folders, { path: PHOTOS, hash: list?.hash ?? null, operations });
}
