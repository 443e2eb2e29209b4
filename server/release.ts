import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { RELEASE_FORMAT, type Release, releaseSchema } from '../enquiry/release.ts';
import type { Log } from './log.ts';

/** Unlike file system events, polling works on every file system. */
const POLL_EVERY_MS = 250;
/** A release that could not be served may come back: a disk was not mounted. */
const RETRY_AFTER_MS = 30_000;

/** A published release and the absolute path of its `public/`. */
export interface PublishedRelease {
  release: Release;
  publicDir: string;
}

/** Follows `current` while the server runs. */
interface ReleaseFollower<Prepared> {
  /** Call once per request, so that it uses one release from start to end. */
  current(): Prepared;
  /** Why the release in `current` is not served; undefined if it is. */
  trouble(): string | undefined;
  close(): void;
}

/**
 * Serves the release that `siteDir/current` names and follows that file. If a release cannot be
 * served, this is reported and the previous one stays; at the start, the newest usable release is
 * served.
 *
 * @param prepare prepares a release before the switch
 * @throws Error in one line when no release can be served
 */
export async function followReleases<Prepared>(
  { siteDir, log }: { siteDir: string; log: Log },
  prepare: (published: PublishedRelease) => Promise<Prepared>,
): Promise<ReleaseFollower<Prepared>> {
  let served: { id: string; prepared: Prepared } | undefined;
  let trouble: string | undefined;
  let failed = { id: '', atMs: 0 };

  async function serve(id: string): Promise<void> {
    served = { id, prepared: await prepare(await readRelease(siteDir, id)) };
  }

  async function serveCurrent(): Promise<void> {
    let id = '';
    try {
      id = await readCurrentId(siteDir);
      if (id === failed.id && performance.now() - failed.atMs < RETRY_AFTER_MS) return;
      if (id !== served?.id) {
        await serve(id);
        log.info({ release: id }, 'serving this release');
      }
      trouble = undefined;
    } catch (error) {
      const { message } = error as Error;
      if (message !== trouble) {
        log.error({ release: id, reason: message }, 'this release cannot be served');
      }
      trouble = message;
      failed = { id, atMs: performance.now() };
    }
  }

  async function serveNewest(): Promise<void> {
    const names = await readdir(join(siteDir, 'releases')).catch(() => []);
    // Ids sort by time; other names are folders in the making.
    const ids = names.filter((name) => /^\d{8}T\d{6}/.test(name)).sort();
    for (let id = ids.pop(); id !== undefined && !served; id = ids.pop()) {
      await serve(id).catch(() => {});
      if (served) log.error({ release: id }, 'serving the newest release that can be served');
    }
  }

  await serveCurrent();
  if (!served) await serveNewest();
  const first = served;
  if (first === undefined) throw new Error(trouble);

  let timer: NodeJS.Timeout;
  const poll = () => {
    timer = setTimeout(() => void serveCurrent().then(poll), POLL_EVERY_MS).unref();
  };
  poll();
  return {
    current: () => (served ?? first).prepared,
    trouble: () => trouble,
    close: () => clearTimeout(timer),
  };
}

/**
 * @param id id of a release; default: the one in `current`
 * @throws Error in one line: the file, what is wrong, the next step
 */
export async function readRelease(siteDir: string, id?: string): Promise<PublishedRelease> {
  const folder = join(siteDir, 'releases', id ?? (await readCurrentId(siteDir)));
  const file = join(folder, 'release.json');
  const text = await readText(file);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error(`${file} is damaged: publish again with 'npm run build'.`);
  }
  const result = v.safeParse(releaseSchema, content);
  if (result.success) return { release: result.output, publicDir: join(folder, 'public') };
  const [issue] = result.issues;
  const where = v.getDotPath(issue) ?? 'the whole file';
  const hint = where === 'format' ? ` This server reads format ${RELEASE_FORMAT}.` : '';
  throw new Error(
    `${file}: ${where}: ${issue.message}.${hint} Publish again with 'npm run build'.`,
  );
}

/** The id in the file `current`. */
async function readCurrentId(siteDir: string): Promise<string> {
  return (await readText(join(siteDir, 'current'))).trim();
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new Error(`${file} cannot be read: publish with 'npm run build'.`);
  }
}
