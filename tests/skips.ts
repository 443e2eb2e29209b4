import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isMissing, programs } from './programs.ts';

/** A test that did not run. */
export interface Skip {
  /** The path from the project's folder. */
  file: string;
  title: string;
}

/** Skips that even `.ci/run` accepts, each for a reason that no package removes. */
const ACCEPTED: { files: string[]; reason: string; applies(): boolean }[] = [
  {
    files: ['tests/conformance.test.ts'],
    reason: 'the content is not the sample of the specification any more',
    applies: () => !/^sample: true/m.test(readFileSync('content/company.yaml', 'utf8')),
  },
  {
    files: [
      ...['tests/deploy/', 'tests/faults/broken-disk.test.ts'],
      'tests/faults/mail-servers.test.ts',
    ],
    reason: 'this machine lets no process have file systems of its own',
    applies: () => !canUnshare(),
  },
];

/** Whether a process may have its own view of the disks (`unshare`): containers often forbid it. */
export function canUnshare(): boolean {
  const own = process.getuid?.() === 0 ? ['--mount'] : ['--map-root-user', '--mount'];
  const mount = 'mount -t tmpfs tmpfs /tmp';
  return spawnSync('unshare', [...own, 'sh', '-c', mount]).status === 0;
}

/** Why a test was skipped. `isAccepted` says whether `.ci/run` accepts the skip. */
export function explain({ file }: Skip): { reason: string; isAccepted: boolean } {
  const accepted = ACCEPTED.find(
    ({ files, applies }) => files.some((start) => file.startsWith(start)) && applies(),
  );
  if (accepted) return { reason: accepted.reason, isAccepted: true };
  const program = programs.find(
    (one) => one.tests.some((start) => file.startsWith(start)) && isMissing(one),
  );
  if (!program) return { reason: 'no known reason', isAccepted: false };
  return { reason: `without ${program.packages.join(', ')}`, isAccepted: false };
}

/** The command that installs every missing program. */
export const INSTALL_COMMAND = `${process.getuid?.() === 0 ? '' : 'sudo '}npm run test:programs`;
