import { copyFile, readFile, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { CONTENT_FILES, isPageFile } from '../../../publish/content/content-files.ts';
import { listFiles } from '../../../runtime/find-files.ts';
import { shortHash } from '../../../runtime/hash-files.ts';
import { RefusedError } from '../../shared/api.ts';
import { setOperation } from '../../shared/operations.ts';
import { type DraftPage, freeName, giveBackAddresses, slugOf } from '../../shared/pages.ts';
import { type MaybeValue, valueAt } from '../../shared/values.ts';
import { type Folders, removeFile, saveFile } from '../desk-folders.ts';
import type { RunTask } from '../worker/worker.ts';
import { contentFile, isPhotoFile } from './content-paths.ts';
import { findUses, readFileAt, readShownFiles } from './read-content.ts';
import { type BinEntry, findInBin, putInBin, removeFromBin } from './recycle-bin.ts';
import { editFile, unreadable } from './save.ts';

const PHOTOS = CONTENT_FILES.photos.file;

/** Adds a file, and returns its name without the ending. */
export async function addUpload(folders: Folders, suggestion: string, bytes: Buffer) {
  const { dir, name: suggestedName } = parse(suggestion);
  const [ending, defaultName] = dir === 'photos' ? ['jpg', 'foto'] : ['pdf', 'bestand'];
  const files = await listFiles(folders.contentDir, [`${dir}/*`]);
  const taken = files.map((file) => parse(file).name.toLowerCase());
  const slug = slugOf(suggestedName) || defaultName;
  const name = freeName(slug, (candidate) => taken.includes(candidate));
  await replaceUpload(folders, `${dir}/${name}.${ending}`, bytes);
  return { name };
}

/**
 * Writes a photo or PDF, or removes it (null). The previous one goes to the bin first, so that a
 * kill loses nothing.
 */
export async function replaceUpload(folders: Folders, path: string, bytes: Buffer | null) {
  const { dir, name, ext } = parse(path);
  const isPhoto = isPhotoFile(path);
  if (!isPhoto && dir !== 'files') throw new RefusedError(400, `${path} kan hier niet.`);
  if (bytes && !isPhoto && ext.toLowerCase() !== '.pdf') {
    throw new RefusedError(422, 'Alleen een PDF kan hier. Voeg je bestand als PDF toe.');
  }
  const photo = isPhoto ? await readPhotoEntry(folders, name) : undefined;
  for (const file of await listFiles(folders.contentDir, [`${dir}/*`])) {
    // A new JPEG may replace a PNG.
    const isSamePhoto = isPhoto && isPhotoFile(file) && parse(file).name === name;
    if (file !== path && !isSamePhoto) continue;
    const current = contentFile(folders, file);
    await putInBin(folders, { path: file, photo }, (copy) => copyFile(current, copy));
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

/** Checks a logo, SVG or PNG, as publishing does, and returns what to store. */
export async function readLogoUpload(runTask: RunTask, bytes: Buffer) {
  const isPng = bytes.toString('latin1', 1, 4) === 'PNG';
  const file = `logo-${shortHash(bytes)}.${isPng ? 'png' : 'svg'}`;
  try {
    return { file, bytes: await runTask('logo', { name: file, bytes }) };
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    // The task may also have ended its process, or taken too long.
    throw new RefusedError(422, 'Dit logo laat zich niet openen. Kies een SVG of een PNG.');
  }
}

export async function addLogo(folders: Folders, { file, bytes }: { file: string; bytes: Buffer }) {
  await saveFile(contentFile(folders, `brand/${file}`), bytes);
  return { file };
}

/** Restores an entry of the bin. A file or page that has its name now goes to the bin. */
export async function restoreFromBin(folders: Folders, id: string): Promise<void> {
  const { path, file, photo, section } = await findInBin(folders, id);
  if (section) await restoreSection(folders, path, section);
  else if (isPageFile(path)) await restorePage(folders, path, await readFile(file));
  else {
    const { name } = parse(path);
    await replaceUpload(folders, path, await readFile(file));
    const isListed = (await readPhotoEntry(folders, name)) !== undefined;
    if (photo !== undefined && !isListed) await savePhotoEntry(folders, name, photo);
  }
  await removeFromBin(folders, id);
}

async function restoreSection(
  folders: Folders,
  path: string,
  { index, value }: NonNullable<BinEntry['section']>,
) {
  const page = await readFileAt(folders.contentDir, path);
  if (!page) throw new RefusedError(409, 'De pagina is er niet. Haal eerst die terug.');
  const sections = valueAt(page.value, ['sections']);
  if (!Array.isArray(sections)) throw unreadable();
  const at = Math.min(index, sections.length);
  await editFile(folders, path, [{ type: 'insert', path: ['sections', at], value }]);
}

/**
 * Restores a page, whose name may belong to another page now. An address that became a redirect
 * goes back to this page; one that another page now uses is reported.
 */
async function restorePage(folders: Folders, path: string, bytes: Buffer) {
  const { dir, name, ext } = parse(path);
  const taken = await listFiles(folders.contentDir, [`${dir}/*`]);
  const free = freeName(name, (candidate) => taken.includes(`${dir}/${candidate}${ext}`));
  const restored = `${dir}/${free}${ext}`;
  await saveFile(contentFile(folders, restored), bytes);
  const { files } = await readShownFiles(folders.contentDir);
  const values = Object.fromEntries(files.map((file) => [file.path, file.value]));
  const { [restored]: page, ...others } = values;
  if (page === undefined) return;
  const changes = giveBackAddresses(page as DraftPage, others);
  for (const [file, operations] of Object.entries(changes)) {
    await editFile(folders, file, operations);
  }
}

async function readPhotoEntry({ contentDir }: Folders, name: string) {
  const list = await readFileAt(contentDir, PHOTOS);
  return valueAt(list?.value, [name]);
}

async function savePhotoEntry(folders: Folders, name: string, entry: MaybeValue) {
  const list = await readFileAt(folders.contentDir, PHOTOS);
  await editFile(folders, PHOTOS, [setOperation(list?.value, [name], entry)]);
}
