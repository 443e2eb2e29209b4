import { readFile } from 'node:fs/promises';
import { parse } from 'node:path';
import { isPageFile } from '../../../publish/content/content-files.ts';
import { listFiles } from '../../../runtime/find-files.ts';
import { RefusedError } from '../../shared/api.ts';
import { type DraftPage, freeName, giveBackAddresses } from '../../shared/pages.ts';
import { valueAt } from '../../shared/values.ts';
import { saveFile } from '../desk-files.ts';
import type { Folders } from '../desk-folders.ts';
import { hashOf } from '../hash.ts';
import { contentFile } from './content-paths.ts';
import type { IdempotencyKeys } from './idempotency-keys.ts';
import { readFileAt, readShownFiles } from './read-content.ts';
import { type BinEntry, findInBin, removeFromBin } from './recycle-bin.ts';
import { brokenFile, editFile } from './save.ts';
import { readPhotoEntry, replaceUpload, savePhotoEntry } from './uploads.ts';

interface Restoration {
  folders: Folders;
  keys: IdempotencyKeys;
  /** The idempotency key of what it saves. */
  id: string;
}

/**
 * Restores an entry of the bin. A file that has its name now goes to the bin; a page gets another
 * name. The entry leaves the bin last, so that an interrupted restoration can be tried again. What
 * it had done is not done twice.
 */
export async function restoreFromBin(
  folders: Folders,
  keys: IdempotencyKeys,
  entryId: string,
): Promise<void> {
  const { path, file, photo, section, removedAtMs } = await findInBin(folders, entryId);
  // A save that is sent again after a restoration may put an entry with this id into the bin again.
  const restoration = { folders, keys, id: `${entryId} ${removedAtMs}` };
  if (section) await restoreSection(restoration, path, section);
  else if (isPageFile(path)) await restorePage(restoration, path, await readFile(file));
  else {
    const { name } = parse(path);
    await replaceUpload(folders, path, await readFile(file), restoration.id);
    const isListed = (await readPhotoEntry(folders, name)) !== undefined;
    if (photo !== undefined && !isListed) await savePhotoEntry(folders, name, photo);
  }
  await removeFromBin(folders, entryId);
}

async function restoreSection(
  { folders, keys, id }: Restoration,
  path: string,
  { index, value }: NonNullable<BinEntry['section']>,
) {
  const page = await readFileAt(folders.contentDir, path);
  if (!page) throw new RefusedError(409, 'De pagina is er niet. Haal eerst die terug.');
  if (keys.isWritten(id)) return;
  const sections = valueAt(page.value, ['sections']);
  if (!Array.isArray(sections)) throw brokenFile();
  const at = Math.min(index, sections.length);
  await editFile(folders, path, [{ type: 'insert', path: ['sections', at], value }], keys, id);
}

/**
 * Restores a page, whose name may belong to another page now. An address that became a redirect
 * goes back to this page; one that another page now uses is reported.
 */
async function restorePage(restoration: Restoration, path: string, bytes: Buffer) {
  const { folders } = restoration;
  const restored = await writePage(restoration, path, bytes);
  const { files } = await readShownFiles(folders.contentDir);
  const values = Object.fromEntries(files.map((file) => [file.path, file.value]));
  const { [restored]: page, ...others } = values;
  if (page === undefined) return;
  const changes = giveBackAddresses(page as DraftPage, others);
  for (const [file, operations] of Object.entries(changes)) {
    await editFile(folders, file, operations);
  }
}

/**
 * Writes a page, unless an earlier attempt wrote it.
 *
 * @returns the path of the page
 */
async function writePage({ folders, keys, id }: Restoration, path: string, bytes: Buffer) {
  const { dir, name, ext } = parse(path);
  const taken = await listFiles(folders.contentDir, [`${dir}/*`]);
  const keyOf = (file: string) => `${id} ${file}`;
  const written = taken.find((file) => keys.isWritten(keyOf(file)));
  if (written !== undefined) return written;
  const free = freeName(name, (candidate) => taken.includes(`${dir}/${candidate}${ext}`));
  const file = `${dir}/${free}${ext}`;
  await keys.write({ id: keyOf(file), path: file, after: hashOf(bytes) }, () =>
    saveFile(contentFile(folders, file), bytes),
  );
  return file;
}
