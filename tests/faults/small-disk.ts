import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A data folder on a disk of a few megabytes, which a test can really fill. It is mounted in a
 * namespace that only the server sees (Linux).
 */

const asRoot = process.getuid?.() === 0;

/** The command, for `startSiteServer`, that mounts the disk and then runs the server. */
export function throughSmallDisk(megabytes: number): string[] {
  const mount = `mount -t tmpfs -o size=${megabytes}m tmpfs "$DATA_DIR" && exec "$@"`;
  return [
    'unshare',
    ...(asRoot ? ['--mount'] : ['--map-root-user', '--mount']),
    'sh',
    '-c',
    mount,
    'sh',
  ];
}

/** The command, for `startDesk`, that runs the desk where a server sees such a disk. */
export function besideServer(pid: number): string[] {
  const asUser = asRoot ? [] : ['--user', '--preserve-credentials'];
  return ['nsenter', '--target', String(pid), '--mount', ...asUser];
}

/**
 * Fills the disk to the last byte; returns a function that frees it again.
 *
 * @param pid a process in the namespace of the disk
 */
export async function fillDisk(pid: number, folder: string): Promise<() => Promise<void>> {
  const ballast = join('/proc', String(pid), 'root', folder, 'ballast');
  let size = 1 << 20;
  while (size >= 1) {
    try {
      await writeFile(ballast, Buffer.alloc(size), { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      size >>= 1;
    }
  }
  return () => rm(ballast);
}
