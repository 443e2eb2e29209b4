import { rm, stat } from 'node:fs/promises';

/**
 * Removes a folder or file that is no longer needed. A failure is reported but not thrown: the
 * folder may belong to another user, or another process may be removing it.
 */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch((error) => {
    console.error(`${path} could not be removed: ${error.message}`);
  });
}

/** Removes a folder or file whose last modification is longer ago than `ageMs`. */
export async function removeOlder(path: string, ageMs: number): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats || Date.now() - stats.mtimeMs <= ageMs) return;
  await removeFolder(path);
}
