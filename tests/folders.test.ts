import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize, relative, resolve, sep } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/*
 * Checks that the imports of values between sibling folders, at any depth, have no cycle. To break
 * a cycle, move what both sides need to the lowest of its folders, or to a new one.
 */

const ROOT = resolve(import.meta.dirname, '..');
const CHECKED = ['site', 'publish', 'server', 'desk'];

test.each(CHECKED)(
  'the imports of values between sibling folders in %s/ have no cycle',
  async (top) => {
    const files = await readdir(join(ROOT, top), { recursive: true });
    const code = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
    const imports = (await Promise.all(code.map((file) => importsOf(join(top, file))))).flat();
    const edges = imports.flatMap(edgesOf);
    const targets = new Map<string, Set<string>>();
    for (const { from, to } of edges) targets.set(from, (targets.get(from) ?? new Set()).add(to));
    const inCycle = edges.filter(({ from, to }) => reachableFrom(to, targets).has(from));
    expect(inCycle.map(({ file, imported }) => `${file} imports ${imported}`)).toEqual([]);
  },
);

interface Import {
  file: string;
  imported: string;
}

/** The folders that a folder imports from, directly or through others. */
function reachableFrom(start: string, targets: ReadonlyMap<string, ReadonlySet<string>>) {
  const reached = new Set<string>();
  const waiting = [start];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (reached.has(folder)) continue;
    reached.add(folder);
    waiting.push(...(targets.get(folder) ?? []));
  }
  return reached;
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

/** The two sibling folders between which an import goes; none for one within a folder. */
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
