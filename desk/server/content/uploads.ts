import { randomUUID } from 'node:crypto';
import { copyFile, readFile, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { CONTENT_FILES } from '../../../publish/content/content-files.ts';
import { listFiles } from '../../../runtime/find-files.ts';
import { shortHash } from '../../../runtime/hash-files.ts';
import { RefusedError } from '../../shared/api.ts';
import { setOperation } from '../../shared/operations.ts';
import { freeName, slugOf } from '../../shared/pages.ts';
import { type MaybeValue, valueAt } from '../../shared/values.ts';
import { removeFile, saveFile } from '../desk-files.ts';
import type { Folders } from '../desk-folders.ts';
import { hashOf } from '../hash.ts';
import type { RunTask } from '../tasks.ts';
import { contentFile, isPhotoFile } from './content-paths.ts';
import { findUses, readFileAt } from './read-content.ts';
import { entryIdOf, putInBin } from './recycle-bin.ts';
import { editFile } from './save.ts';

const PHOTOS = CONTENT_FILES.photos.file;

/**
 * Adds a file, and returns its name without the extension. A file that was added before under the
 * same suggestion is not added again, so that the app can send an upload again when its response
 * was lost.
 */
export async function addUpload(folders: Folders, suggestion: string, bytes: Buffer) {
  const { dir, name: suggestedName } = parse(suggestion);
  const [extension, defaultName] = dir === 'photos' ? ['jpg', 'foto'] : ['pdf', 'bestand'];
  const files = await listFiles(folders.contentDir, [`${dir}/*`]);
  const namesTaken = new Map(files.map((file) => [parse(file).name.toLowerCase(), file]));
  const slug = slugOf(suggestedName) || defaultName;
  const candidatesTaken: string[] = [];
  const name = freeName(slug, (candidate) => {
    const file = namesTaken.get(candidate);
    if (file) candidatesTaken.push(file);
    return file !== undefined;
  });
  for (const file of candidatesTaken) {
    if (await hasBytes(folders, file, bytes)) return { name: parse(file).name };
  }
  await replaceUpload(folders, `${dir}/${name}.${extension}`, bytes);
  return { name };
}

async function hasBytes(folders: Folders, file: string, bytes: Buffer): Promise<boolean> {
  const path = contentFile(folders, file);
  return (await stat(path)).size === bytes.length && (await readFile(path)).equals(bytes);
}

/**
 * Writes a photo or PDF, or removes it (null). The previous one goes to the bin first, so that a
 * kill loses nothing.
 *
 * @param restoreId the id of a restoration, which adds no second entry to the bin when it is tried
 *   again
 */
export async function replaceUpload(
  folders: Folders,
  path: string,
  bytes: Buffer | null,
  restoreId: string = randomUUID(),
) {
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
    // The app sends a replacement again when its response was lost.
    if (file === path && bytes && (await hasBytes(folders, file, bytes))) continue;
    const current = contentFile(folders, file);
    // Other bytes, which may have come after the first attempt, have another id.
    const id = entryIdOf(`${restoreId} ${file} ${hashOf(await readFile(current))}`);
    await putInBin(folders, { id, path: file, photo }, (copy) => copyFile(current, copy));
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

/** Checks that an upload for this path is a PDF, and returns it. */
export function readPdfUpload(path: string, bytes: Buffer) {
  const { ext } = parse(path);
  // With another extension, a browser would not open the file as a PDF.
  const isNamedPdf = ext === '' || ext.toLowerCase() === '.pdf';
  // Other bytes may come first (ISO 32000-1, annex H.3.4.1).
  const isPdf = Buffer.isBuffer(bytes) && bytes.subarray(0, 1024).includes('%PDF-');
  if (isPdf && isNamedPdf) return bytes;
  throw new RefusedError(422, 'Dit is geen PDF. Bewaar je menu als PDF en probeer nog eens.');
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

export async function readPhotoEntry({ contentDir }: Folders, name: string) {
  const list = await readFileAt(contentDir, PHOTOS);
  return valueAt(list?.value, [name]);
}

export async function savePhotoEntry(folders: Folders, name: string, entry: MaybeValue) {
  const list = await readFileAt(folders.contentDir, PHOTOS);
  await editFile(folders, PHOTOS, [setOperation(list?.value, [name], entry)]);
}
