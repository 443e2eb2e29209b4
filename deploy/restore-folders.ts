import { statSync } from 'node:fs';
import { chown, mkdir, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** How much of the disk must stay free after a restore. */
const SPARE_BYTES = 64 << 20;

/** Makes a private folder with the owner of another folder: by default, of the one around it. */
export async function makePrivateFolder(folder: string, like = dirname(folder)): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chownLike(folder, like);
}

export async function chownLike(path: string, like: string): Promise<void> {
  const { uid, gid } = statSync(like);
  await chown(path, uid, gid);
}

/**
 * Checks that there is room: a full disk would also keep the running server from storing enquiries.
 */
export async function checkSpace(needs: [folder: string, bytes: number][]): Promise<void> {
  const bytesOn = new Map<number, { folder: string; bytes: number }>();
  for (const [folder, bytes] of needs) {
    const disk = statSync(folder).dev;
    const before = bytesOn.get(disk)?.bytes ?? SPARE_BYTES;
    bytesOn.set(disk, { folder, bytes: before + bytes });
  }
  for (const { folder, bytes } of bytesOn.values()) {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize >= bytes) continue;
    const [needed, free] = [bytes, bavail * bsize].map((size) => Math.ceil(size / (1 << 20)));
    throw new Error(`the disk of ${dirname(folder)} has ${free} MB free, ${needed} MB are needed.`);
  }
}
