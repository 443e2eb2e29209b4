import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A data folder on a disk of a few megabytes, which a test can really fill. It is mounted in a
 * namespace that only the server sees (Linux).
 */

/** The file that fills the disk. */
const BALLAST = 'ballast';

const asRoot = process.getuid?.() === 0;

/** The command, for `startSiteServer`, that mounts the disk and then runs the server. */
export function throughSmallDisk(megabytes: number): string[] {
  return inNamespace(`${mount(megabytes)} && exec "$@"`);
}

/** The same with a full disk, whose files are those of the data folder. */
export function throughFullDisk(megabytes: number): string[] {
  return inNamespace(`cp -a "$DATA_DIR" "$DATA_DIR-copy" && ${mount(megabytes)} &&
    cp -a "$DATA_DIR-copy/." "$DATA_DIR" && rm -r "$DATA_DIR-copy" &&
    { cat /dev/zero >"$DATA_DIR/${BALLAST}" || exec "$@"; }`);
}

const mount = (megabytes: number) => `mount -t tmpfs -o size=${megabytes}m tmpfs "$DATA_DIR"`;

function inNamespace(script: string): string[] {
  const options = asRoot ? ['--mount'] : ['--map-root-user', '--mount'];
  return ['unshare', ...options, 'sh', '-c', script, 'sh'];
}

/** The command, for `startDesk`, that runs the desk where a server sees such a disk. */
export function besideServer(pid: number): string[] {
  const asUser = asRoot ? [] : ['--user', '--preserve-credentials'];
  return ['nsenter', '--target', String(pid), '--mount', ...asUser];
}

/**
 * Fills the disk to the last byte.
 *
 * @param pid a process in the namespace of the disk
 */
export async function fillDisk(pid: number, folder: string): Promise<void> {
  const ballast = ballastIn(pid, folder);
  let size = 1 << 20;
  while (size >= 1) {
    try {
      await writeFile(ballast, Buffer.alloc(size), { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      size >>= 1;
    }
  }
}

/** Makes room on a disk that is full. */
export const makeRoom = (pid: number, folder: string) => rm(ballastIn(pid, folder));

const ballastIn = (pid: number, folder: string) =>
  join('/proc', String(pid), 'root', folder, BALLAST);
