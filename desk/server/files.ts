import { stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { filesIn } from '../../publish/content/content-files.ts';
import { listFiles } from '../../publish/folders.ts';
import type { DeskFile } from '../api.ts';
import { freeName, slugOf } from '../pages.ts';
import { replaceKeeping } from './bin.ts';
import type { DeskFolders } from './folders.ts';
import { findUses } from './read-content.ts';
import { RefusalError } from './refusal.ts';

const FOLDER = 'files';

/** The PDFs in `content/files/`. */
export async function listDeskFiles({ contentDir }: DeskFolders): Promise<DeskFile[]> {
  const uses = await findUses(contentDir);
  const names = filesIn(FOLDER, await listFiles(contentDir));
  return Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(join(contentDir, FOLDER, name));
      return {
        name,
        href: `/files/${encodeURIComponent(name)}`,
        bytes: size,
        changedAtMs: mtimeMs,
        uses: [...(uses.get(`file ${name}`) ?? []), ...(uses.get(`link /files/${name}`) ?? [])],
      };
    }),
  );
}

/** Keeps a PDF under a free name made from the one it has. */
export async function addFile(
  folders: DeskFolders,
  called: string,
  bytes: Buffer,
): Promise<DeskFile> {
  assertPdf(bytes);
  const taken = (await listDeskFiles(folders)).map(({ name }) => name.toLowerCase());
  const base = slugOf(parse(called).name) || 'bestand';
  const name = `${freeName(base, (one) => taken.includes(`${one}.pdf`))}.pdf`;
  await put(folders, name, bytes);
  return findFile(folders, name);
}

/** Another PDF at the same address; the one before goes to the bin. */
export async function replaceDeskFile(
  folders: DeskFolders,
  name: string,
  bytes: Buffer,
): Promise<DeskFile> {
  await findFile(folders, name);
  assertPdf(bytes);
  await put(folders, name, bytes);
  return findFile(folders, name);
}

/** @throws RefusalError 409 while a link leads to it */
export async function removeDeskFile(folders: DeskFolders, name: string): Promise<void> {
  const { uses } = await findFile(folders, name);
  if (uses.length > 0) {
    const titles = [...new Set(uses.map(({ title }) => title))].join(', ');
    throw new RefusalError(409, `Er leidt nog een link naar dit bestand: ${titles}.`);
  }
  await replaceKeeping(folders, `${FOLDER}/${name}`, null);
}

function put(folders: DeskFolders, name: string, bytes: Buffer): Promise<void> {
  const path = `${FOLDER}/${name}`;
  return replaceKeeping(folders, path, { path, bytes });
}

async function findFile(folders: DeskFolders, name: string): Promise<DeskFile> {
  const file = (await listDeskFiles(folders)).find((one) => one.name === name);
  if (!file) throw new RefusalError(404, `Er is geen bestand ${name}.`);
  return file;
}

function assertPdf(bytes: Buffer): void {
  // The header may be a little way into the file (ISO 32000-1, annex H.3.4.1).
  if (bytes.subarray(0, 1024).includes('%PDF-')) return;
  throw new RefusalError(422, 'Dit is geen PDF. Bewaar je menu als PDF en probeer nog eens.');
}
