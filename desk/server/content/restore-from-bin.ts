import { readFile } from 'node:fs/promises';
import { parse } from 'node:path';
import { isPageFile } from '../../../publish/content/content-files.ts';
import { listFiles } from '../../../runtime/find-files.ts';
import { RefusedError } from '../../shared/api.ts';
import { type DraftPage, freeName, giveBackAddresses } from '../../shared/pages.ts';
import { valueAt } from '../../shared/values.ts';
import { saveFile } from '../desk-files.ts';
import type { Folders } from '../desk-folders.ts';
import { contentFile } from './content-paths.ts';
import { readFileAt, readShownFiles } from './read-content.ts';
import { type BinEntry, findInBin, removeFromBin } from './recycle-bin.ts';
import { brokenFile, editFile } from './save.ts';
import { readPhotoEntry, replaceUpload, savePhotoEntry } from './uploads.ts';

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
  if (!Array.isArray(sections)) throw brokenFile();
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
