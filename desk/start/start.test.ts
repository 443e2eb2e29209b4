import { spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** A machine of its own: what stands on its PATH is what a test wants there. */
let machine = '';
const site = () => join(machine, 'mijn website');
beforeEach(async () => {
  machine = await mkdtemp(join(tmpdir(), 'start-'));
  await mkdir(join(machine, 'bin'));
  await mkdir(site());
  for (const file of ['Start.command', 'Start.desktop', 'desk/start']) {
    await cp(resolve(file), join(site(), file), { recursive: true });
  }
  for (const program of ['sh', 'dirname'])
    await symlink(`/bin/${program}`, join(machine, 'bin', program));
  await put('xdg-open', 'echo "opened $1" > ../opened');
});
afterEach(() => rm(machine, { recursive: true, force: true }));

async function put(program: string, script: string): Promise<void> {
  await writeFile(join(machine, 'bin', program), `#!/bin/sh\n${script}\n`);
  await chmod(join(machine, 'bin', program), 0o755);
}

/** As a double click does: from elsewhere, with little on the PATH. */
function start(command: string, args: string[]) {
  const env = { PATH: join(machine, 'bin'), HOME: machine };
  const { status, stdout } = spawnSync(command, args, { cwd: '/', env, encoding: 'utf8' });
  return { status, said: stdout };
}
const byCommand = () => start('/bin/sh', [join(site(), 'Start.command')]);

/** What a Linux desktop runs, with the file itself in place of %k (Desktop Entry Specification). */
async function byDesktop() {
  const file = join(site(), 'Start.desktop');
  const [, script = ''] =
    /^Exec=\/bin\/sh -c '(.+)' start %k$/m.exec(await readFile(file, 'utf8')) ?? [];
  return start('/bin/sh', ['-c', script, 'start', file]);
}
const opened = () => readFile(join(machine, 'opened'), 'utf8');

// A machine with Node in a usual place is found there, as it should be.
describe.skipIf(spawnSync('/usr/local/bin/node', ['-v']).status === 0)('without Node', () => {
  it('opens a page that says where to get it', async () => {
    expect(byCommand()).toMatchObject({
      status: 1,
      said: expect.stringContaining('Node nog niet'),
    });
    expect(await opened()).toContain('mijn website/desk/start/geen-node.html');
    expect(await readFile('desk/start/geen-node.html', 'utf8')).toContain(
      'https://nodejs.org/en/download',
    );
  });

  it('does so for one that is too old', async () => {
    await put('npm', 'echo must not run');
    await put('node', 'exit 1');
    expect((await byDesktop()).status).toBe(1);
    expect(await opened()).toContain('geen-node.html');
  });
});

describe('with Node', () => {
  beforeEach(() => put('node', 'exit 0'));

  it('opens the desk, and says that the first time takes longer', async () => {
    await put('npm', 'echo "$PWD: npm $@"');
    const done = `${site()}: npm run --silent desk`;
    for (const started of [byCommand(), await byDesktop()]) {
      expect(started).toMatchObject({ status: 0, said: expect.stringContaining(done) });
      expect(started.said).toContain('De eerste keer');
    }
    await mkdir(join(site(), 'node_modules/.package-lock.json'), { recursive: true });
    expect(byCommand().said).not.toContain('De eerste keer');
  });

  it('says that it did not work out when it did not', async () => {
    await put('npm', 'exit 3');
    expect(byCommand()).toMatchObject({
      status: 1,
      said: expect.stringContaining('Dat lukte niet'),
    });
  });
});
