import { createHash, randomUUID } from 'node:crypto';
import {
  access,
  copyFile,
  glob,
  link,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import process from 'node:process';

/** Prefix of the name of a folder that is still being filled. */
export const WORK_FOLDER = 'work-';
/** An older work folder was left by a killed process. */
const ABANDONED_MS = 24 * 3_600_000;
const MONTH_MS = 30 * 24 * 3_600_000;

/**
 * Creates a folder atomically and durably. It fills a work folder, and renames that one once it is
 * complete and flushed to disk. If another process was faster, its folder is kept, because equal
 * names mean equal content. Abandoned work folders are recognised by age, because process ids are
 * ambiguous across containers that share a disk.
 */
export async function createFolder(
  folder: string,
  fill: (work: string) => Promise<void>,
): Promise<void> {
  const parent = dirname(folder);
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent)) {
    if (name.startsWith(WORK_FOLDER)) await removeOlder(join(parent, name), ABANDONED_MS);
  }
  const work = await mkdtemp(join(parent, WORK_FOLDER));
  try {
    await fill(work);
    await syncTree(work);
    await rename(work, folder);
  } catch (error) {
    await removeFolder(work);
    if (!(await exists(folder))) throw error;
  }
}

/**
 * Returns the folder of a key in a cache of derived files. The modification time of such a folder
 * is its last use.
 *
 * @param build writes the files into an empty folder, unless they are cached
 */
export async function cachedFolder(
  cacheDir: string,
  key: string,
  build: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(cacheDir, key);
  const now = new Date();
  const isCached = await utimes(folder, now, now).then(
    () => true,
    () => false,
  );
  if (!isCached) await createFolder(folder, build);
  return folder;
}

/** The folder of bundles in a packed version, which has no bundler (`deploy/pack.sh`). */
export const BUNDLES = 'bundles';

/** The folder of a packed bundle or, without one, of a bundle that is made now. */
export async function packedOrBuilt(name: string, make: () => Promise<string>): Promise<string> {
  const packed = resolve(BUNDLES, name);
  return (await exists(packed)) ? packed : make();
}

/** Cache key from the source bytes, the options and the library versions. */
export function cacheKey(bytes: string | Uint8Array, options: unknown): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify(options)).update(bytes);
  return hash.digest('hex').slice(0, 24);
}

/** Removes folders of a cache that were not used for that long. */
export async function removeUnused(cacheDir: string, unusedMs = MONTH_MS): Promise<void> {
  const names = await readdir(cacheDir).catch(() => []);
  for (const name of names) await removeOlder(join(cacheDir, name), unusedMs);
}

async function removeOlder(folder: string, ageMs: number): Promise<void> {
  const stats = await stat(folder).catch(() => undefined);
  if (!stats || Date.now() - stats.mtimeMs <= ageMs) return;
  await removeFolder(folder);
}

/**
 * Removes a folder that is no longer needed. A failure is reported but not thrown: the folder may
 * belong to another user, or another process may be removing it.
 */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch((error) => {
    console.error(`${folder} could not be removed: ${error.message}`);
  });
}

/** Replaces a small file atomically and durably. */
export async function replaceFile(file: string, text: string | Uint8Array): Promise<void> {
  // The name is hidden, so that a file left by a killed process is not read as content.
  const next = join(dirname(file), `.${basename(file)}.${randomUUID()}`);
  try {
    await writeFile(next, text, { flush: true });
    await rename(next, file);
  } catch (error) {
    // On a full disk each further attempt would leave one more file.
    await rm(next, { force: true }).catch(() => {});
    throw error;
  }
}

/** Hard-links an immutable file, or copies it if the file system has no hard links. */
export async function linkOrCopy(file: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  await link(file, target).catch(() => copyFile(file, target));
}

/**
 * Copies a folder, with the time of each file. Links files that are unchanged since an earlier
 * copy, to save space.
 */
export async function copyTree(dir: string, targetDir: string, earlierDir?: string): Promise<void> {
  for (const name of await listFiles(dir)) {
    const [file, target] = [join(dir, name), join(targetDir, name)];
    const earlier = join(earlierDir ?? targetDir, name);
    const earlierBytes = await readFile(earlier).catch(() => undefined);
    if (earlierBytes?.equals(await readFile(file))) {
      await linkOrCopy(earlier, target);
    } else {
      await mkdir(dirname(target), { recursive: true });
      await copyFile(file, target);
      const { atime, mtime } = await stat(file);
      await utimes(target, atime, mtime);
    }
  }
}

/** Lists the paths of all files below a folder, with forward slashes and without hidden files. */
export async function listFiles(dir: string, patterns: string[] = ['**']): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of glob(patterns, { cwd: dir, withFileTypes: true })) {
    if (entry.isFile()) names.push(relative(dir, join(entry.parentPath, entry.name)));
  }
  return names.map((name) => name.replaceAll(sep, '/')).sort();
}

/** SHA-256 over names and contents of files, in hex. */
export async function hashFiles(dir: string, patterns?: string[]): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  for (const name of await listFiles(dir, patterns)) {
    hash.update(`${name}\0`).update(await readFile(join(dir, name)));
  }
  return hash.digest('hex');
}

/** Content hash for file names, which makes files cacheable indefinitely. */
export function shortHash(content: string | Uint8Array): string {
  const hash = createHash('sha256').update(content);
  return hash.digest('hex').slice(0, 8);
}

/** Flushes a folder and its content to disk (fsync). */
async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? syncTree(path) : sync(path, 'r+'));
  }
  await syncFolder(folder);
}

/** Flushes the directory entries of a folder (fsync). */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders and does not need this.
  if (process.platform !== 'win32') await sync(folder, 'r');
}

async function sync(path: string, mode: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, mode);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
