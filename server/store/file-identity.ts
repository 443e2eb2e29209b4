import { fstatSync, readdirSync, readlinkSync, statSync } from 'node:fs';

/** Tells a file from every other one on this machine, whatever its name. */
export type FileIdentity = string;

/** @returns undefined when there is no file of that name */
export function identityOf(path: string): FileIdentity | undefined {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stat && `${stat.dev}:${stat.ino}`;
}

/**
 * Where a file is now that this process holds open.
 *
 * @returns its present path; 'deleted' when it has no name any more and ends with this process;
 *   undefined where the system does not say (no `/proc`)
 */
export function whereaboutsOf(identity: FileIdentity): string | undefined {
  try {
    for (const name of readdirSync('/proc/self/fd')) {
      // Not opened anew: closing a second descriptor would drop the locks that SQLite holds on the first.
      const stat = statOfDescriptor(Number(name));
      if (stat && `${stat.dev}:${stat.ino}` === identity) {
        return stat.nlink === 0n ? 'deleted' : readlinkSync(`/proc/self/fd/${name}`);
      }
    }
  } catch {}
  return undefined;
}

function statOfDescriptor(descriptor: number) {
  try {
    return fstatSync(descriptor, { bigint: true });
  } catch {
    return undefined;
  }
}
