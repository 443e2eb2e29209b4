import { access, glob } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Lists the paths of all files below a folder, with forward slashes and without hidden files. */
export async function listFiles(dir: string, patterns: string[] = ['**']): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of glob(patterns, { cwd: dir, withFileTypes: true })) {
    if (entry.isFile()) names.push(relative(dir, join(entry.parentPath, entry.name)));
  }
  return names.map((name) => name.replaceAll(sep, '/')).sort();
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
