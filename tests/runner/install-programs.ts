/**
 * `npm run test:programs`: installs the programs that tests need and npm does not bring. It works
 * on Debian only, as root.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { installDebianPackages } from '../../scripts/install-chromium.mjs';
import { allTestPrograms, isMissing, unpackedDir } from './programs.ts';

const missing = allTestPrograms.filter(isMissing);
const packages = missing.flatMap((program) => program.packages);
const unpacked = missing.flatMap((program) => program.unpacked ?? []);
if (missing.length === 0) console.log('Every program is installed.');
else if (!existsSync('/usr/bin/apt-get')) {
  fail(`This is not Debian: install the programs of these Debian packages yourself: ${packages}`);
} else if (process.getuid?.() !== 0) fail('Run it as root: sudo npm run test:programs');
else {
  if (!installDebianPackages(packages)) fail('apt-get failed: see the lines above.');
  for (const name of unpacked) unpack(name);
  for (const { purpose, files } of allTestPrograms.filter(isMissing)) {
    fail(`Still missing for ${purpose}: expected ${files.join(', ')}.`);
  }
}

/** Unpacks a package, and the libraries that this machine lacks. */
function unpack(name: string): void {
  const work = mkdtempSync(join(tmpdir(), 'package-'));
  mkdirSync(join(work, 'partial'));
  const options = [`Dir::Cache::archives=${work}`, 'APT::Sandbox::User=root'];
  const download = ['install', '-qy', '--download-only', '--reinstall', '--no-install-recommends'];
  const args = [...download, ...options.flatMap((option) => ['-o', option]), name];
  execFileSync('apt-get', args, { stdio: 'inherit' });
  const target = unpackedDir(name);
  mkdirSync(dirname(target), { recursive: true });
  for (const folder of [target, `${target}.new`]) rmSync(folder, { recursive: true, force: true });
  for (const archive of globSync(join(work, '*.deb'))) {
    execFileSync('dpkg-deb', ['-x', archive, `${target}.new`]);
  }
  renameSync(`${target}.new`, target);
  rmSync(work, { recursive: true });
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
