import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdir, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isForWebServer, type SiteFile } from './site-files.ts';

const SUFFIX = { br: '.br', gzip: '.gz', identity: '' } as const;

/**
 * Makes a folder in which a web server finds what it may answer by itself (`deploy/nginx.conf`): a
 * symbolic link for each hashed file and each of the caterer's own, of the release in force and the
 * earlier ones that still answer, with their compressed siblings. It is in step with what this server
 * answers before that changes; what is missing there the web server asks us for.
 *
 * @param folder absolute; everything else in it is removed
 */
export async function linkFiles(
  folder: string,
  files: ReadonlyMap<string, SiteFile>,
): Promise<void> {
  const wanted = new Map<string, string>();
  for (const [path, { variants }] of files) {
    if (!isForWebServer(path)) continue;
    for (const { encoding, path: target } of variants) {
      wanted.set(join(folder, path + SUFFIX[encoding]), target);
    }
  }
  const made = new Set<string>();
  for (const [link, target] of wanted) {
    const parent = dirname(link);
    if (!made.has(parent)) await makeReadable(parent, folder);
    made.add(parent);
    if ((await readlink(link).catch(() => undefined)) === target) continue;
    const draft = join(folder, `.${randomUUID()}`);
    await symlink(target, draft);
    await rename(draft, link);
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isDirectory() && !wanted.has(path)) await rm(path, { force: true });
  }
}

/** For the web server's user too, whatever the umask. */
async function makeReadable(parent: string, folder: string): Promise<void> {
  await mkdir(parent, { recursive: true });
  for (let path = parent; path.startsWith(folder) && path !== folder; path = dirname(path)) {
    const { mode } = await lstat(path);
    if ((mode & 0o777) !== 0o755) await chmod(path, 0o755);
  }
}
