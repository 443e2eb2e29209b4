import { readdir } from 'node:fs/promises';
import { releasesDirOf } from '../release/site-folder.ts';
import type { Log } from '../runtime/log.ts';
import { type PublishedRelease, readCurrentId, readRelease } from '../runtime/read-release.ts';

/** Unlike file system events, polling works on every file system. */
const POLL_EVERY_MS = 250;
/** How soon a failed release is tried again: its disk may be mounted meanwhile. */
const RETRY_EVERY_MS = 2_000;

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

  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const poll = () => {
    if (isClosed) return;
    const waitMs = failure === undefined ? POLL_EVERY_MS : RETRY_EVERY_MS;
    timer = setTimeout(() => void serveCurrent().then(poll), waitMs).unref();
  };
  poll();
  return {
    /** Call this once per request, so that the request uses one release from start to end. */
    current: () => (served ?? first).prepared,
    /** Why the release in `current` is not served; undefined if it is. */
    failure: () => failure,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
