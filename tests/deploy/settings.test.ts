import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { hasProgram } from './machine.ts';

// nginx ends every line about a request in the client's address, in access and error logs alike.
it('nginx keeps no visitor’s address in a log', () => {
  const servers = readFileSync('deploy/nginx.conf', 'utf8')
    .split(/^server \{$/m)
    .slice(1);
  expect(servers.length).toBeGreaterThan(0);
  for (const server of servers) {
    expect(server).toMatch(/^ {4}access_log off;$/m);
    expect(server).toMatch(/^ {4}error_log \/dev\/null emerg;$/m);
  }
});

const run = (program: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}`.trim() };
};

it.skipIf(!hasProgram('systemd-analyze', '--version'))(
  'systemd takes the units as they are, and finds them hardened',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'units-'));
    const units = readdirSync('deploy').filter((name) => /\.(?:service|timer)$/.test(name));
    const paths = units.map((name) => join(folder, name.replace('@', '@3001')));
    for (const [index, path] of paths.entries()) {
      cpSync(join('deploy', String(units[index])), path);
      // What is to be run must be there: Node stands in for itself.
      const text = readFileSync(path, 'utf8').replace(
        /^ExecStart=\S+/m,
        `ExecStart=${process.execPath}`,
      );
      writeFileSync(path, text);
    }
    expect(run('systemd-analyze', 'verify', ...paths)).toEqual({ status: 0, said: '' });
    const services = paths.filter((path) => path.endsWith('.service'));
    expect(services.length).toBe(2);
    for (const path of services) {
      // In tenths: 1.5 of 10, where 10 is exposed.
      const checked = run('systemd-analyze', 'security', '--offline=true', '--threshold=20', path);
      expect(checked.status, checked.said).toBe(0);
    }
    rmSync(folder, { recursive: true });
  },
);

it.skipIf(!hasProgram('shellcheck', '--version'))('shellcheck finds nothing in the scripts', () => {
  const scripts = ['website.sh', 'pack.sh', 'website-enquiries'].map((name) => `deploy/${name}`);
  expect(run('shellcheck', ...scripts)).toEqual({ status: 0, said: '' });
});

it.skipIf(process.getuid?.() !== 0 || !hasProgram('nft', '--version'))(
  'the firewall’s rules are what nft understands',
  () => {
    expect(run('nft', '-c', '-f', 'deploy/nftables.conf')).toEqual({ status: 0, said: '' });
  },
);
