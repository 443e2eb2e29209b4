import { copyFile, link, mkdir, readFile, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listFiles } from './find-files.ts';

/** Hard-links an immutable file, or copies it if the file system has no hard links. */
export async function linkOrCopy(file: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  await link(file, target).catch(() => copyFile(file, target));
}

/**
 * Copies a folder, with the time of each file that is copied. Links files that are unchanged since
 * an earlier copy, to save space.
 */
export async function copyTree(dir: string, targetDir: string, earlierDir?: string): Promise<void> {
  for (const name of await listFiles(dir)) {
    const [file, target] = [join(dir, name), join(targetDir, name)];
    const earlier = join(earlierDir ?? targetDir, name);
    const earlierBytes = await readFile(earlier).catch(() => undefined);
    if (earlierBytes?.equals(await readFile(file))) {
      await linkOrCopy(earlier, target);
    } else {
      await mkdir(dirname(target), { recursive: true });
      await copyFile(file, target);
      const { atime, mtime } = await stat(file);
      await utimes(target, atime, mtime);
    }
  }
}
