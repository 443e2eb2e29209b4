import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodePackageOf, nodeProgramOf } from './node-package.mjs';

interface LockedPackage {
  version: string;
  /** A text or a list, as its author wrote it. */
  os?: string | string[];
  cpu?: string | string[];
  bin?: { node?: string };
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const packages: Record<string, LockedPackage> = lock.packages;
const optional = Object.keys(lock.packages[''].optionalDependencies);

/** Names of the Node packages that npm installs on a platform. */
function installedOn(platform: string, arch: string): string[] {
  return optional.filter((name) => {
    const { os, cpu } = packages[`node_modules/${name}`] ?? {};
    return [os].flat().includes(platform) && [cpu].flat().includes(arch);
  });
}

test.each([
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
  ['win32', 'x64'],
])('npm installs one Node on %s %s, where the scripts look for it', (platform, arch) => {
  const name = nodePackageOf(platform, arch);
  expect(installedOn(platform, arch)).toEqual([name]);
  const program = packages[`node_modules/${name}`]?.bin?.node;
  expect(nodeProgramOf(platform, arch)).toBe(`node_modules/${name}/${program}`);
});

const versionsFor = (platforms: RegExp) => {
  const names = optional.filter((name) => platforms.test(name));
  return [...new Set(names.map((name) => packages[`node_modules/${name}`]?.version))];
};

// No version 24 is packed for Apple silicon, and Node 25 and newer do not start on a Debian without
// libatomic1.
test('Linux and Windows get the same Node, and so do both kinds of Mac', () => {
  expect(versionsFor(/linux|-win-/)).toEqual([expect.stringMatching(/^24\./)]);
  expect(versionsFor(/darwin/)).toEqual([expect.stringMatching(/^26\./)]);
});
