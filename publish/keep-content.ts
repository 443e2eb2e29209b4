import { copyFile, glob, link, mkdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/**
 * Keeps what a release was made of. Most of it, photos above all, is as it was in the release before:
 * such a file is the same file under a second name, so that a history of a thousand releases costs
 * what changed.
 *
 * @param previousDir the content that the release before keeps; undefined for the first
 */
export async function keepContent(
  contentDir: string,
  targetDir: string,
  previousDir: string | undefined,
): Promise<void> {
  for await (const entry of glob(`${contentDir}/**`, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const name = relative(contentDir, file);
    const target = join(targetDir, name);
    await mkdir(dirname(target), { recursive: true });
    const previous = previousDir && join(previousDir, name);
    // Never a second name of the caterer's own file: what they write next must not change the past.
    if (previous && (await isSame(file, previous))) await linkOrCopy(previous, target);
    else await copyFile(file, target);
  }
}

/** A second name for a file that nobody changes any more; a copy where the disk knows no such thing. */
export async function linkOrCopy(file: string, target: string): Promise<void> {
  try {
    await link(file, target);
  } catch {
    await copyFile(file, target);
  }
}

async function isSame(file: string, other: string): Promise<boolean> {
  const [bytes, otherBytes] = await Promise.all([
    readFile(file),
    readFile(other).catch(() => undefined),
  ]);
  return otherBytes?.equals(bytes) ?? false;
}
