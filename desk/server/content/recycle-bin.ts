import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { dequal } from 'dequal/lite';
import * as v from 'valibot';
import { isPageFile } from '../../../publish/content/content-files.ts';
import { isPlaceholderText } from '../../../publish/content/placeholder-texts.ts';
import { erasePhotoCopies } from '../../../publish/photos/prepare-photos.ts';
import { ABANDONED_MS, createFolder, WORK_FOLDER } from '../../../runtime/durable-files.ts';
import { exists, listFiles } from '../../../runtime/find-files.ts';
import { removeOlder } from '../../../runtime/remove-folders.ts';
import { walkContent } from '../../../site/schema/content-walk.ts';
import { type SectionKind, sectionKinds } from '../../../site/sections/section-kinds.ts';
import { RefusedError } from '../../shared/api.ts';
import { applyOperation, type Operation } from '../../shared/operations.ts';
import { fileTitle } from '../../shared/pages.ts';
import { type MaybeValue, type Value, valueAt } from '../../shared/values.ts';
import { readJson } from '../desk-files.ts';
import { copiesDir, type Folders } from '../desk-folders.ts';
import { logError } from '../desk-log.ts';
import { hashOf } from '../hash.ts';
import { isPhotoFile } from './content-paths.ts';

/*
 * The bin. Each entry is a folder with `entry.json` and, unless it is a section, the replaced or
 * removed `file`.
 */

export const BIN_MS = 30 * 24 * 3_600_000;

export interface BinEntry {
  /** 'photos/champagne.jpg', 'pages/feesten.yaml' */
  path: string;
  removedAtMs: number;
  /** The photo's entry in `photos.yaml`. */
  photo?: MaybeValue;
  /** A section of the page at `path`. */
  section?: { index: number; value: Value };
  /** The title of the page, also for one of its sections. */
  title?: string;
}

/**
 * Puts something into the bin, unless an entry with this id is there.
 *
 * @param write writes the `file`; a section has none
 */
export async function putInBin(
  folders: Folders,
  { id = randomUUID(), ...entry }: Omit<BinEntry, 'removedAtMs'> & { id?: string },
  write?: (file: string) => Promise<void>,
): Promise<void> {
  await createFolder(join(binDir(folders), id), async (item) => {
    await write?.(join(item, 'file'));
    const dated: BinEntry = { ...entry, removedAtMs: Date.now() };
    await writeFile(join(item, 'entry.json'), JSON.stringify(dated));
  });
}

/**
 * Puts the page or the sections that these operations remove into the bin.
 *
 * @param saveId the idempotency key. A save that is sent again adds no second entry.
 */
export async function putRemovedInBin(
  folders: Folders,
  saveId: string,
  path: string,
  before: { text: string; value: MaybeValue },
  operations: Operation[],
  after: Value,
): Promise<void> {
  if (!isPageFile(path)) return;
  const title = fileTitle(path, before.value);
  if (after === null) {
    const id = entryIdOf(`${saveId} 0`);
    return putInBin(folders, { id, path, title }, (file) => writeFile(file, before.text));
  }
  const remaining = valueAt(after, ['sections']);
  let current = before.value;
  for (const [nth, operation] of operations.entries()) {
    const [list, index, ...inner] = operation.path;
    const isSection = list === 'sections' && typeof index === 'number' && inner.length === 0;
    const value = valueAt(current, operation.path);
    current = applyOperation(current, operation);
    if (operation.type !== 'remove' || !isSection || value === undefined) continue;
    const isStillThere =
      Array.isArray(remaining) && remaining.some((section) => dequal(section, value));
    if (isStillThere || isUntouched(value)) continue;
    const id = entryIdOf(`${saveId} ${nth}`);
    await putInBin(folders, { id, path, title, section: { index, value } });
  }
}

/**
 * Makes the id of an entry, in the form of a UUID.
 *
 * @param removal names what is removed, and by what
 */
export function entryIdOf(removal: string): string {
  const hash = hashOf(removal).slice(0, 32);
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Whether a section is unchanged since it was added: it has placeholders and no text that was
 * typed.
 */
function isUntouched(section: Value): boolean {
  const kind = Object.keys(sectionKinds).find((name) => name === valueAt(section, ['kind']));
  if (kind === undefined) return false;
  const texts: string[] = [];
  walkContent(sectionKinds[kind as SectionKind].schema, section, (value, schema) => {
    const isText = schema.type === 'string' && !v.getMetadata(schema).reference;
    if (typeof value === 'string' && isText) texts.push(value);
  });
  return texts.length > 0 && texts.every(isPlaceholderText);
}

export async function findInBin(folders: Folders, id: string) {
  const entry = (await listBin(folders)).find((item) => item.id === id);
  if (!entry) throw new RefusedError(404, 'Dit zit niet meer in de prullenbak.');
  return entry;
}

/** Erases an entry of the bin, and the smaller copies that publishing and the desk made of it. */
export async function eraseFromBin(
  folders: Folders,
  { id, path }: Pick<BinEntry, 'path'> & { id: string },
): Promise<void> {
  const bytes = await readFile(join(binDir(folders), id, 'file')).catch(() => undefined);
  if (bytes) await erasePhotoCopies(join(folders.cacheDir, 'photos'), bytes);
  if (isPhotoFile(path)) await eraseDeskCopies(folders, parse(path).name);
  // The entry comes last, so that an interrupted erasure can be tried again.
  await removeFromBin(folders, id);
}

/** Erases the desk's smaller copies of a photo. Those of a photo in use are made again. */
async function eraseDeskCopies(folders: Folders, name: string) {
  // The folder itself stays, because another copy may be written there now.
  const copies = copiesDir(folders);
  // A name may contain '[' or '*', so it is no pattern for listFiles.
  const prefix = `${name}-`;
  for (const copy of await listFiles(copies)) {
    if (copy.startsWith(prefix)) await rm(join(copies, copy), { force: true });
  }
}

/** Removes an entry and leaves the copies, for a file that is restored. */
export async function removeFromBin(folders: Folders, id: string): Promise<void> {
  // The task that scales photos may still write into this folder.
  await rm(join(binDir(folders), id), { recursive: true, force: true, maxRetries: 5 });
}

const binDir = ({ deskDir }: Folders) => join(deskDir, 'bin');

/**
 * Erases the entries that are older than 30 days, and what nothing lists because writing or
 * removing it was interrupted. An entry that cannot be erased delays no other.
 */
export async function eraseExpiredFromBin(folders: Folders): Promise<void> {
  for (const entry of await readBin(folders)) {
    if (entry.expiresAtMs >= Date.now()) continue;
    await eraseFromBin(folders, entry).catch((error) =>
      logError(error, 'an expired entry of the bin could not be erased'),
    );
  }
  for (const name of await readdir(binDir(folders)).catch(() => [])) {
    const item = join(binDir(folders), name);
    const isListed = !name.startsWith(WORK_FOLDER) && (await exists(join(item, 'entry.json')));
    if (!isListed) await removeOlder(item, ABANDONED_MS);
  }
}

/** Lists the entries of the bin, the latest first, without those that are older than 30 days. */
export async function listBin(folders: Folders) {
  const items = await readBin(folders);
  return items.filter(({ expiresAtMs }) => expiresAtMs >= Date.now());
}

async function readBin(folders: Folders) {
  const items = [];
  for (const id of await readdir(binDir(folders)).catch(() => [])) {
    // A work folder may still be filled.
    if (!/^[0-9a-f-]{36}$/.test(id)) continue;
    const item = join(binDir(folders), id);
    const entry = await readJson<BinEntry>(join(item, 'entry.json')).catch(() => undefined);
    if (!entry) continue;
    const isPhoto = isPhotoFile(entry.path);
    items.push({
      ...entry,
      id,
      file: join(item, 'file'),
      name: entryNameOf(entry),
      /** Pages and sections are also in earlier versions. */
      isErasable: !isPageFile(entry.path),
      expiresAtMs: entry.removedAtMs + BIN_MS,
      thumbnail: isPhoto ? `/bin/${id}` : undefined,
    });
  }
  return items.sort((a, b) => b.removedAtMs - a.removedAtMs);
}

function entryNameOf({ path, section, title }: BinEntry): string {
  const { name, base } = parse(path);
  if (section) {
    const keys = ['heading', 'sentence', 'text'];
    const texts = keys.map((key) => valueAt(section.value, [key]));
    const heading = texts.find((text) => typeof text === 'string');
    return `${heading ?? 'Een deel'} (${title ?? name})`;
  }
  if (isPageFile(path)) return title ?? name;
  return isPhotoFile(path) ? name : base;
}
