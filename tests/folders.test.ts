import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize, relative, resolve, sep } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/*
 * Checks that of two folders beside each other, at any depth, at most one imports values of the
 * other. To mend a pair, move what both need to the lower of the two, or to a third.
 */

const ROOT = resolve(import.meta.dirname, '..');
const CHECKED = ['site', 'publish', 'server', 'desk'];

test.each(CHECKED)(
  'no two folders beside each other in %s/ import values of each other',
  async (top) => {
    const files = await readdir(join(ROOT, top), { recursive: true });
    const code = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
    const imports = (await Promise.all(code.map((file) => importsOf(join(top, file))))).flat();
    const edges = imports.flatMap(edgesOf);
    const mutual = edges.filter(({ from, to }) => {
      return edges.some((other) => other.from === to && other.to === from);
    });
    expect(mutual.map(({ file, imported }) => `${file} imports ${imported}`)).toEqual([]);
  },
);

interface Import {
  file: string;
  imported: string;
}

/** Lists the files from which a file imports values. A type is gone when the code runs. */
async function importsOf(file: string): Promise<Import[]> {
  const text = await readFile(join(ROOT, file), 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const names = [
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ isType, moduleRequest }) => (isType ? [] : (moduleRequest?.value ?? []))),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
  return names
    .filter((name) => name.startsWith('.'))
    .map((name) => ({ file, imported: normalize(join(dirname(file), name)) }));
}

/** The two folders beside each other between which an import goes; none for one within a folder. */
function edgesOf({ file, imported }: Import) {
  const way = relative(dirname(file), dirname(imported)).split(sep);
  const up = way.filter((step) => step === '..').length;
  const [down] = way.slice(up);
  if (up === 0 || down === undefined) return [];
  const inside = dirname(file).split(sep);
  const parent = inside.slice(0, inside.length - up);
  const [left = ''] = inside.slice(inside.length - up);
  return [{ file, imported, from: [...parent, left].join('/'), to: [...parent, down].join('/') }];
}
