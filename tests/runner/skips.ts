import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { isMissing, type Program, type ProgramName, TEST_PROGRAMS } from './programs.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test is skipped. */
    skipReason?: string;
  }
}

/** A test that did not run. */
export interface Skip {
  /** The path from the project's folder. */
  file: string;
  title: string;
  /** The reason that the test states; absent when it states none. */
  reason?: string | undefined;
}

const NO_NAMESPACES =
  'this machine lets no process have file systems of its own (a container does with --privileged)';
/** `.ci/run` accepts only this reason, because a caterer may replace the sample. */
const NOT_THE_SAMPLE = 'the content is not the sample of the specification any more';

/** What a test needs: a program, root rights, or mount namespaces, which some machines forbid. */
type Need = ProgramName | 'root' | 'namespaces';

/**
 * Returns options for one or several tests. They skip the tests, with a reason, when one of the
 * needs is not met.
 */
export function needs(...all: Need[]) {
  const reason = all.map(reasonWithout).find((one) => one !== undefined);
  return reason === undefined ? {} : skipped(reason);
}

/** Options of a test that is about the sample. */
export const ONLY_THE_SAMPLE = skipped(NOT_THE_SAMPLE);

function skipped(skipReason: string) {
  return { skip: true, meta: { skipReason } };
}

function reasonWithout(need: Need): string | undefined {
  if (need === 'root') return process.getuid?.() === 0 ? undefined : 'without root';
  if (need === 'namespaces') return canUnshare() ? undefined : NO_NAMESPACES;
  if (!isMissing(need)) return undefined;
  const { packages, unpacked = [] }: Program = TEST_PROGRAMS[need];
  return `without ${[...packages, ...unpacked].join(', ')}`;
}

/** Whether a process may have its own view of the disks (`unshare`): containers often forbid it. */
function canUnshare(): boolean {
  const own = process.getuid?.() === 0 ? ['--mount'] : ['--map-root-user', '--mount'];
  const mount = 'mount -t tmpfs tmpfs /tmp';
  return spawnSync('unshare', [...own, 'sh', '-c', mount]).status === 0;
}

/** Returns why a test was skipped, and whether `.ci/run` accepts that reason. */
export function explainSkip({ reason = 'without a reason' }: Skip) {
  return { reason, isAccepted: reason === NOT_THE_SAMPLE };
}

/** The command that installs every missing program. */
export const INSTALL_COMMAND = `${process.getuid?.() === 0 ? '' : 'sudo '}npm run test:programs`;
