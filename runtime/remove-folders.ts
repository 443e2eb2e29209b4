import { rm, stat } from 'node:fs/promises';

/**
 * Removes a folder that is no longer needed. A failure is reported but not thrown: the folder may
 * belong to another user, or another process may be removing it.
 */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch((error) => {
    console.error(`${folder} could not be removed: ${error.message}`);
  });
}

/** Removes a folder whose last modification is longer ago than `ageMs`. */
export async function removeOlder(folder: string, ageMs: number): Promise<void> {
  const stats = await stat(folder).catch(() => undefined);
  if (!stats || Date.now() - stats.mtimeMs <= ageMs) return;
  await removeFolder(folder);
}
