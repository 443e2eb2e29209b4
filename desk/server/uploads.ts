import { stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { filesIn } from '../../publish/content/content-files.ts';
import { listFiles } from '../../publish/folders.ts';
import type { DeskFile, DeskPhoto } from '../api.ts';
import { freeName, slugOf } from '../pages.ts';
import { replaceFileInContent } from './bin.ts';
import type { DeskFolders } from './folders.ts';
import { listPhotos } from './photos/photos.ts';
import { findUses } from './read-content.ts';
import { RefusalError } from './refusal.ts';

/** A folder of `content/` for uploaded files. */
interface UploadFolder<Item> {
  list(folders: DeskFolders): Promise<Item[]>;
  /** Below `content/`. */
  pathOf(name: string): string;
  /** The part of a name that follows what the caterer called the file. */
  ending: string;
  defaultName: string;
}

export const PHOTOS: UploadFolder<DeskPhoto> = {
  list: listPhotos,
  pathOf: (name) => `photos/${name}.jpg`,
  ending: '',
  defaultName: 'foto',
};

export const PDFS: UploadFolder<DeskFile> = {
  async list({ contentDir }) {
    const uses = await findUses(contentDir);
    const names = filesIn('files', await listFiles(contentDir));
    const files = names.map(async (name) => {
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
  },
  pathOf: (name) => `files/${name}`,
  ending: '.pdf',
  defaultName: 'bestand',
};

/** Adds a file under a free name made from its own. */
export async function addUpload<Item extends DeskPhoto | DeskFile>(
  folders: DeskFolders,
  folder: UploadFolder<Item>,
  suggestion: string,
  bytes: Buffer,
): Promise<Item> {
  const { ending, defaultName, pathOf } = folder;
  const taken = (await folder.list(folders)).map(({ name }) => name.toLowerCase());
  const slug = slugOf(parse(suggestion).name) || defaultName;
  const name = freeName(slug, (one) => taken.includes(one + ending)) + ending;
  await replaceFileInContent(folders, pathOf(name), bytes);
  return findUpload(folders, folder, name);
}

/** Writes another file under the same name; the previous one goes to the bin. */
export async function replaceUpload<Item extends DeskPhoto | DeskFile>(
  folders: DeskFolders,
  folder: UploadFolder<Item>,
  name: string,
  bytes: Buffer,
): Promise<Item> {
  await findUpload(folders, folder, name);
  await replaceFileInContent(folders, folder.pathOf(name), bytes);
  return findUpload(folders, folder, name);
}

/** @throws RefusalError 409 while it is in use */
export async function removeUpload<Item extends DeskPhoto | DeskFile>(
  folders: DeskFolders,
  folder: UploadFolder<Item>,
  name: string,
): Promise<void> {
  const { uses } = await findUpload(folders, folder, name);
  if (uses.length > 0) {
    const titles = [...new Set(uses.map(({ title }) => title))].join(', ');
    throw new RefusalError(409, `Dit staat nog op de site: ${titles}.`);
  }
  await replaceFileInContent(folders, folder.pathOf(name), null);
}

/** @throws RefusalError 422 */
export function assertPdf(bytes: Buffer): void {
  // The header may be a little way into the file (ISO 32000-1, annex H.3.4.1).
  if (bytes.subarray(0, 1024).includes('%PDF-')) return;
  throw new RefusalError(422, 'Dit is geen PDF. Bewaar je menu als PDF en probeer nog eens.');
}

async function findUpload<Item extends DeskPhoto | DeskFile>(
  folders: DeskFolders,
  folder: UploadFolder<Item>,
  name: string,
): Promise<Item> {
  const item = (await folder.list(folders)).find((one) => one.name === name);
  if (!item) throw new RefusalError(404, `${name} is er niet meer.`);
  return item;
}
