import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { RELEASE_FORMAT, type Release, releaseSchema } from '../enquiry/release.ts';
import type { Log } from './log.ts';

/** Polling a small file is cheap and, unlike file system events, works on every file system. */
const POLL_EVERY_MS = 250;
/** After a release could not be served, for example because a disk was not mounted. */
const RETRY_AFTER_MS = 30_000;

/** A published release and its location. */
export interface PublishedRelease {
  release: Release;
  /** Absolute path of its `public/`. */
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

  await serveCurrent();
  for (const id of served ? [] : await listReleases(siteDir)) {
    await serve(id).catch(() => {});
    if (served === undefined) continue;
    log.error({ release: id }, 'serving the newest release that can be served instead');
    break;
  }
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
  } catch (cause) {
    throw new Error(`${file} is damaged: publish again with 'npm run build'.`, { cause });
  }
  const result = v.safeParse(releaseSchema, content);
  if (!result.success) {
    const issue = result.issues[0];
    const where = v.getDotPath(issue) ?? 'the whole file';
    const hint = where === 'format' ? ` This server reads format ${RELEASE_FORMAT}.` : '';
    throw new Error(
      `${file}: ${where}: ${issue.message}.${hint} Publish again with 'npm run build'.`,
    );
  }
  return { release: result.output, publicDir: join(folder, 'public') };
}

/** The id in the file `current`. */
async function readCurrentId(siteDir: string): Promise<string> {
  return (await readText(join(siteDir, 'current'))).trim();
}

/** Ids of all releases, newest first; ids sort by time. */
async function listReleases(siteDir: string): Promise<string[]> {
  const names = await readdir(join(siteDir, 'releases')).catch(() => []);
  return names
    .filter((name) => /^\d{8}T\d{6}/.test(name))
    .toSorted()
    .reverse();
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new Error(`${file} cannot be read: publish with 'npm run build'.`, { cause });
  }
}
