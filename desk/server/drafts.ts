import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../publish/folders.ts';
import type { Draft } from '../api.ts';
import type { DeskFolders } from './folders.ts';
import { RefusalError } from './refusal.ts';

/** Work that is not saved yet, on disk at every change: one draft, that of one tab. */
const draftFile = ({ deskDir }: DeskFolders) => join(deskDir, 'draft.json');

/** @returns null when there is none, also when what is there cannot be read */
export async function readDraft(folders: DeskFolders): Promise<Draft | null> {
  try {
    return JSON.parse(await readFile(draftFile(folders), 'utf8')) as Draft;
  } catch {
    return null;
  }
}

/** @throws RefusalError 409 when another tab has one that is not taken over */
export async function keepDraft(
  folders: DeskFolders,
  { tab, changes, takeOver = false }: Draft & { takeOver?: boolean },
): Promise<Draft> {
  const other = await readDraft(folders);
  if (other && other.tab !== tab && !takeOver) {
    throw new RefusalError(
      409,
      'Er is nog werk dat niet bewaard is, in een ander tabblad of van de vorige keer.',
    );
  }
  const draft: Draft = { tab, changes, at: new Date().toISOString() };
  await mkdir(folders.deskDir, { recursive: true });
  await replaceFile(draftFile(folders), JSON.stringify(draft));
  return draft;
}

/** @param tab only when it is this tab's; default: whoever's */
export async function forgetDraft(folders: DeskFolders, tab?: string): Promise<void> {
  if (tab !== undefined && (await readDraft(folders))?.tab !== tab) return;
  await rm(draftFile(folders), { force: true });
}
