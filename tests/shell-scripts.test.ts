import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from './runner/skips.ts';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDERS = ['.ci', 'deploy', 'scripts', 'tests'];

const isShellScript = (file: string) =>
  /^#!.*\/(?:env )?(?:ba)?sh\b/.test(readFileSync(file, 'utf8').slice(0, 80));

test('ShellCheck finds nothing in the shell scripts', needs('shellcheck'), () => {
  const scripts = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((file) => isShellScript(file)),
  );
  expect(scripts).toContain(join(ROOT, 'deploy/install.sh'));
  const { stdout, status } = spawnSync('shellcheck', scripts, { encoding: 'utf8' });
  expect([stdout, status]).toEqual(['', 0]);
});
