import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

function run(command: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, command.split(' '), {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const PROGRAMS = [
  'publish/publish.ts',
  'publish/dev-server.ts',
  'server/main.ts',
  'server/commands/enquiries.ts',
  'server/commands/enquiries.ts list',
  'desk/server/main.ts',
  'deploy/backup.ts',
  'deploy/restore.ts',
  'tests/runner/run.ts',
  'tests/bench/bench.ts',
];

test.each(PROGRAMS)('%s --help prints the usage', (program) => {
  expect(run(`${program} --help`)).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^Usage: /),
    stderr: '',
  });
});

test.each([
  ...PROGRAMS.map((program) => [program, '--nonsense']),
  ['server/commands/enquiries.ts', 'nonsense'],
  ['server/commands/enquiries.ts list', 'nonsense'],
  ['desk/server/main.ts', 'nonsense'],
  ['desk/server/main.ts link', 'nonsense'],
  ['tests/runner/run.ts', 'nonsense'],
  ['tests/bench/bench.ts', 'nonsense'],
])('%s %s is refused with a line that names it, and the usage', (program, argument) => {
  expect(run(`${program} ${argument}`)).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(new RegExp(`^.*${argument}.*\nUsage: `)),
  });
});

test('install.sh prints its usage, and refuses a word that it does not know', () => {
  const install = (...args: string[]) => spawnSync('deploy/install.sh', args, { encoding: 'utf8' });
  const usage = expect.stringContaining('install.sh upgrade');
  expect(install('--help')).toMatchObject({ status: 0, stdout: usage, stderr: '' });
  expect(install('nonsense')).toMatchObject({ status: 2, stdout: '', stderr: usage });
});
