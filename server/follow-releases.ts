import { readdir, readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { RELEASE_FORMAT, type Release, releaseSchema } from '../release/manifest.ts';
import {
  currentFileOf,
  manifestFileOf,
  publicDirOf,
  releaseDirOf,
  releasesDirOf,
} from '../release/site-folder.ts';
import type { Log } from '../runtime/log.ts';

/** Unlike file system events, polling works on every file system. */
const POLL_EVERY_MS = 250;
/** How soon a failed release is tried again: its disk may be mounted meanwhile. */
const RETRY_EVERY_MS = 2_000;

export interface PublishedRelease {
  release: Release;
  publicDir: string;
}

/**
 * Serves the release that `siteDir/current` names, and switches when that file changes. When the
 * new release cannot be served, the server stays with the previous one. At start, when there is no
 * previous one, it falls back to the newest release that can be served.
 *
 * @param prepare prepares a release before the switch
 * @throws Error in one line when no release can be served
 */
export async function followReleases<Prepared>(
  { siteDir, log }: { siteDir: string; log: Log },
  prepare: (published: PublishedRelease) => Promise<Prepared>,
) {
  let served: { id: string; prepared: Prepared } | undefined;
  let failure: string | undefined;

  async function serve(id: string): Promise<void> {
    served = { id, prepared: await prepare(await readRelease(siteDir, id)) };
  }

  async function serveCurrent(): Promise<void> {
    let id = '';
    try {
      id = await readCurrentId(siteDir);
      if (id !== served?.id) {
        await serve(id);
        log.info({ release: id }, 'serving this release');
      }
      failure = undefined;
    } catch (error) {
      const { message } = error as Error;
      if (message !== failure) {
        log.error({ release: id, reason: message }, 'this release cannot be served');
      }
      failure = message;
    }
  }

  async function serveNewest(): Promise<void> {
    const names = await readdir(releasesDirOf(siteDir)).catch(() => []);
    // Ids sort by time. Other names are folders that publishing has not finished.
    const ids = names.filter((name) => /^\d{8}T\d{6}/.test(name)).sort();
    for (const id of ids.reverse()) {
      await serve(id).catch(() => {});
      if (served === undefined) continue;
      log.error({ release: id }, 'serving the newest release that can be served');
      return;
    }
  }

  await serveCurrent();
  if (!served) await serveNewest();
  const first = served;
  if (first === undefined) throw new Error(failure);

  let timer: NodeJS.Timeout;
  const poll = () => {
    const waitMs = failure === undefined ? POLL_EVERY_MS : RETRY_EVERY_MS;
    timer = setTimeout(() => void serveCurrent().then(poll), waitMs).unref();
  };
  poll();
  return {
    /** Call this once per request, so that the request uses one release from start to end. */
    current: () => (served ?? first).prepared,
    /** Why the release in `current` is not served; undefined if it is. */
    failure: () => failure,
    close: () => clearTimeout(timer),
  };
}

/**
 * @param id id of a release; default: the one in `current`
 * @throws Error whose one line names the file, the problem and the next step
 */
export async function readRelease(siteDir: string, id?: string): Promise<PublishedRelease> {
  const folder = releaseDirOf(siteDir, id ?? (await readCurrentId(siteDir)));
  const file = manifestFileOf(folder);
  const text = await readText(file);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error(`${file} is damaged: publish again with 'npm run build'.`);
  }
  const result = v.safeParse(releaseSchema, content);
  if (result.success) return { release: result.output, publicDir: publicDirOf(folder) };
  const [issue] = result.issues;
  const where = v.getDotPath(issue) ?? 'the whole file';
  const hint = where === 'format' ? ` This server reads format ${RELEASE_FORMAT}.` : '';
  throw new Error(
    `${file}: ${where}: ${issue.message}.${hint} Publish again with 'npm run build'.`,
  );
}

async function readCurrentId(siteDir: string): Promise<string> {
  return (await readText(currentFileOf(siteDir))).trim();
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new Error(`${file} cannot be read: publish with 'npm run build'.`);
  }
}
