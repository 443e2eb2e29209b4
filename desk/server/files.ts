import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { readLogo } from '../../publish/brand/read-logo.ts';
import { ContentError } from '../../publish/content/content-error.ts';
import { filesIn, listFiles } from '../../publish/content/content-folder.ts';
import { replaceFile } from '../../publish/folders.ts';
import { type DeskFile, type LogoPlace, UPLOAD_LIMITS } from '../api.ts';
import { freeName, slugOf } from '../pages.ts';
import { readFiles } from './content.ts';
import type { DeskFolders } from './folders.ts';
import { RefusalError } from './refusal.ts';
import { hashOf, hashOfFile, replaceFiles } from './saver/replace-files.ts';
import { cleanSvg } from './uploads/clean-svg.ts';
import { usesIn } from './uses.ts';

const FOLDER = 'files';

/** The files for visitors in `content/files/`. */
export async function listDeskFiles(folders: DeskFolders): Promise<DeskFile[]> {
  const { files: content } = await readFiles(folders);
  const uses = usesIn(content);
  const names = filesIn(FOLDER, await listFiles(folders.contentDir));
  return Promise.all(
    names.map(async (name) => {
      const { size, mtime } = await stat(join(folders.contentDir, FOLDER, name));
      return {
        name,
        href: `/files/${encodeURIComponent(name)}`,
        bytes: size,
        changedAt: mtime.toISOString(),
        uses: [...(uses.get(`file ${name}`) ?? []), ...(uses.get(`link /files/${name}`) ?? [])],
      };
    }),
  );
}

/** Keeps a PDF under a name made from the one it has. */
export async function addFile(
  folders: DeskFolders,
  called: string,
  bytes: Buffer,
): Promise<DeskFile> {
  assertPdf(bytes);
  const taken = (await listDeskFiles(folders)).map(({ name }) => name.toLowerCase());
  const base = slugOf(parse(called).name) || 'bestand';
  const name = `${freeName(base, (one) => taken.includes(`${one}.pdf`))}.pdf`;
  await replaceFiles(folders, [{ path: `${FOLDER}/${name}`, before: null, bytes }]);
  return findFile(folders, name);
}

/** Next month's menu, at the same address. */
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

/** @throws RefusalError 409 while something leads to it */
export async function removeFile(folders: DeskFolders, name: string): Promise<void> {
  const { uses } = await findFile(folders, name);
  if (uses.length > 0) {
    const titles = [...new Set(uses.map(({ title }) => title))].join(', ');
    throw new RefusalError(409, `Er leidt nog een link naar dit bestand: ${titles}.`);
  }
  await put(folders, name, null);
}

export async function readDeskFile(folders: DeskFolders, name: string): Promise<Buffer> {
  await findFile(folders, name);
  return readFile(join(folders.contentDir, FOLDER, name));
}

async function put(folders: DeskFolders, name: string, bytes: Buffer | null): Promise<void> {
  const path = `${FOLDER}/${name}`;
  const before = await hashOfFile(join(folders.contentDir, path));
  await replaceFiles(folders, [{ path, before, bytes }]);
}

async function findFile(folders: DeskFolders, name: string): Promise<DeskFile> {
  const file = (await listDeskFiles(folders)).find((one) => one.name === name);
  if (!file) throw new RefusalError(404, `Er is geen bestand ${name}.`);
  return file;
}

function assertPdf(bytes: Buffer): void {
  // The header may stand a little way in (ISO 32000-1, annex H.3.4.1).
  if (bytes.subarray(0, 1024).includes('%PDF-')) return;
  throw new RefusalError(422, 'Dit is geen PDF. Bewaar je menu als PDF en probeer nog eens.');
}

const LOGO_NAMES: Record<LogoPlace, string> = {
  large: 'logo-groot',
  small: 'logo-klein',
  mark: 'beeldmerk',
};

/**
 * Keeps a logo in `content/brand/`, when the build would take it: a PNG as it is, a drawing without
 * what draws nothing.
 *
 * @returns its name for `logo` in `brand.yaml`
 */
export async function addLogo(
  folders: DeskFolders,
  place: LogoPlace,
  given: Buffer,
): Promise<{ file: string; svg: string }> {
  if (!Object.hasOwn(LOGO_NAMES, place))
    throw new RefusalError(400, 'Zo’n logo kent de site niet.');
  if (given.length > UPLOAD_LIMITS.logoBytes) {
    throw new RefusalError(413, 'Dit logo is te zwaar: hoogstens 2 MB.');
  }
  const isPng = given.subarray(0, 8).equals(PNG_SIGNATURE);
  const bytes = isPng ? given : cleaned(given);
  const name = `${LOGO_NAMES[place]}-${hashOf(bytes).slice(0, 6)}.${isPng ? 'png' : 'svg'}`;
  const trial = join(folders.deskDir, 'trial');
  await mkdir(join(trial, 'brand'), { recursive: true });
  await replaceFile(join(trial, 'brand', name), bytes);
  try {
    const { alone: svg } = await readLogo(trial, name);
    const path = `brand/${name}`;
    const before = await hashOfFile(join(folders.contentDir, path));
    if (before === null) await replaceFiles(folders, [{ path, before, bytes }]);
    return { file: name, svg };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const [problem] = error.problems;
    throw new RefusalError(
      422,
      `Dit logo kan niet: ${problem?.found}. Nodig: ${problem?.expected}.`,
    );
  } finally {
    await rm(trial, { recursive: true, force: true });
  }
}

/** PNG, third edition, section 5.2. */
const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function cleaned(svg: Buffer): Buffer {
  try {
    return Buffer.from(cleanSvg(svg.toString('utf8')));
  } catch {
    throw new RefusalError(
      422,
      'Dit is geen SVG of PNG. Vraag je ontwerper om het logo als SVG-bestand.',
    );
  }
}
