import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import process from 'node:process';
import { expect, it } from 'vitest';
import { hasProgram } from '../deploy/machine.ts';
import { faultCount } from './fault-report.ts';

const CAN = process.getuid?.() === 0 && hasProgram('debootstrap', '--version');

/** Packs this checkout and installs it; fetches a Debian, takes some minutes. */
it.skipIf(faultCount({ quick: 0, usual: 0, soak: 1 }) === 0 || !CAN)(
  'a packed version is installed on a bare Debian, and runs there',
  { timeout: 30 * 60_000 },
  () => {
    const run = (program: string, ...args: string[]) =>
      execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    const file = run('deploy/pack.sh').trim().split('\n').at(-1) ?? '';
    try {
      expect(run('tests/deploy/bare-debian.sh', file)).toMatch(/It runs in a bare Debian\.\n$/);
    } finally {
      rmSync(file, { force: true });
    }
  },
);
