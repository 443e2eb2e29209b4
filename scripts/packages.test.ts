import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { expect, it } from 'vitest';

const IMPORT =
  /^(?:import|export|\}) ?.*from '([^.'][^']*)'|\bimport\('([^.'][^']*)'\)|^import '([^.'][^']*)'/gm;

/** Packages that the folders' production code imports: 'react-dom' for 'react-dom/client'. */
function importedBy(folders: string): string[] {
  const files = globSync(`${folders}/**/*.{ts,tsx}`).filter((file) => !/\.test\.tsx?$/.test(file));
  const specifiers = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(
      (match) => match[1] ?? match[2] ?? match[3],
    ),
  );
  const names = specifiers.map((path = '') =>
    path.split('/', path.startsWith('@') ? 2 : 1).join('/'),
  );
  return [...new Set(names)].filter((name) => !name.startsWith('node:')).sort();
}

// Everything stands in one node_modules: an import of a package that only the tests bring would
// work here, and fail in `npm start` or in the container.
it('names as dependencies what serving imports, and nothing else', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(Object.keys(dependencies)).toEqual(importedBy('{server,enquiry}'));
});

it('names as devDependencies what publishing imports besides, and nothing else', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const imported = importedBy('{publish,site}').filter((name) => !(name in dependencies));
  expect(Object.keys(devDependencies)).toEqual(imported);
});

it('names as packages of the desk what the desk imports besides, and nothing else', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const desk = JSON.parse(readFileSync('desk/package.json', 'utf8'));
  const imported = importedBy('desk').filter(
    (name) => !(name in dependencies) && !(name in devDependencies) && !name.startsWith('desk-'),
  );
  expect(Object.keys(desk.devDependencies)).toEqual(imported);
});

it('takes only packages whose licences ask for no more than to be named', () => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ['scripts/list-licences.mjs'], {
    encoding: 'utf8',
  });
  expect(stdout).toMatch(/^ *\d+ {2}MIT$/m);
  expect(status, stderr).toBe(0);
});
