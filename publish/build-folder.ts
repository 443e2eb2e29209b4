import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^build-(\d+)$/;

/**
 * An empty folder of this process alone, to build in. Clears away those of processes that are no
 * more: one that was killed could not do it itself.
 *
 * @returns `{cacheDir}/build-{process id}`
 */
export async function openBuildFolder(cacheDir: string): Promise<string> {
  await mkdir(cacheDir, { recursive: true });
  for (const name of await readdir(cacheDir)) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (pid === process.pid || (pid > 0 && !isRunning(pid))) {
      await rm(join(cacheDir, name), { recursive: true, force: true });
    }
  }
  const folder = join(cacheDir, `build-${process.pid}`);
  await mkdir(folder);
  return folder;
}

/**
 * Puts a finished folder in the place of another, which was there or not. Of two builds that end
 * together the later one stays: each moves out of its way what it finds, until its own move succeeds.
 */
export async function putInPlace(finished: string, target: string): Promise<void> {
  const previous = `${finished}-previous`;
  for (let isInPlace = false; !isInPlace; ) {
    await rm(previous, { recursive: true, force: true });
    await moved(target, previous, ['ENOENT']);
    isInPlace = await moved(finished, target, ['ENOTEMPTY', 'EEXIST']);
  }
  await rm(previous, { recursive: true, force: true });
}

/** @returns false when it failed in a way that is expected */
async function moved(from: string, to: string, expected: string[]): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (expected.includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
