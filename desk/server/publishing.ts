import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { PublishProgress } from '../../publish/publish-release.ts';
import { checkContent } from './check-content.ts';
import type { DeskFolders } from './folders.ts';
import type { InTurn } from './in-turn.ts';
import { purgeUpload } from './purge.ts';
import { RefusalError } from './refusal.ts';
import { contentOf, listVersions, readOnline, restoreContent } from './versions.ts';
import type { RunTask } from './worker.ts';

/** The site's server, on this machine. */
export interface Site {
  /** 'http://localhost:3000' */
  address: string;
  /** Time limit for a new release to be served. */
  serveWithinMs: number;
}

/** Work that takes seconds. The app polls `GET /api/job` until it has ended. */
export interface Job {
  id: string;
  kind: 'publish' | 'restore' | 'purge';
  state: 'running' | 'done' | 'failed';
  /** The latest. `serve`: waiting for the site's server to serve the new release. */
  progress: PublishProgress | { step: 'serve' } | null;
  /** When failed: a Dutch sentence. */
  message?: string;
}

type OnProgress = (progress: Job['progress']) => void;

/**
 * Jobs that make a release; each ends when the site's server serves it. One at a time.
 *
 * @param inTurn serialises writes to `content/`
 */
export function createPublishing(
  folders: DeskFolders,
  site: Site,
  runTask: RunTask,
  inTurn: InTurn,
) {
  let latest: Job | null = null;

  function start(kind: Job['kind'], work: (onProgress: OnProgress) => Promise<void>): Job {
    if (latest?.state === 'running') {
      throw new RefusalError(409, 'Er wordt al aan de site gewerkt. Wacht tot dat klaar is.');
    }
    const job: Job = { id: randomUUID(), kind, state: 'running', progress: null };
    latest = job;
    const onProgress: OnProgress = (progress) => {
      job.progress = progress;
    };
    work(onProgress).then(
      () => Object.assign(job, { state: 'done' }),
      (error) => Object.assign(job, { state: 'failed', message: describeFailure(error) }),
    );
    return job;
  }

  async function putOnline(
    contentDir: string,
    onProgress: OnProgress,
    beforeServing = async () => {},
  ): Promise<void> {
    const { distDir, cacheDir } = folders;
    const id = await runTask('publish', { contentDir, distDir, cacheDir }, onProgress);
    await beforeServing();
    onProgress({ step: 'serve' });
    await waitUntilServed(site, id);
  }

  return {
    /** The running job, else the last one. */
    job: () => latest,

    /** @throws RefusalError 409 while another job is running, like the others */
    publish: () =>
      start('publish', async (onProgress) => {
        const findings = await checkContent(folders.contentDir);
        if (findings.some(({ severity }) => severity === 'error')) {
          throw new RefusalError(422, 'Er klopt nog iets niet.');
        }
        await putOnline(folders.contentDir, onProgress);
      }),

    /**
     * Restores content and site as they were in a version.
     *
     * @throws RefusalError 404
     */
    async restore(versionId: string): Promise<Job> {
      const versions = await listVersions(folders);
      const version = versions.find(({ id }) => id === versionId);
      if (!version) throw new RefusalError(404, 'Die versie is er niet meer.');
      // A replaced content may contain changes that were never online: with it belongs the release
      // before it.
      const earlier = versions.slice(versions.indexOf(version));
      const release = earlier.find(({ kind }) => kind === 'release') ?? version;
      // Before the new release, with which the replaced content has nothing to do.
      const now = new Date();
      return start('restore', (onProgress) =>
        // Published first: if that fails, the content stays as it is.
        putOnline(contentOf(folders, release), onProgress, () =>
          inTurn(() => restoreContent(folders, version, now)),
        ),
      );
    },

    /** Erases a file of the bin from the bin, every version and the site. */
    purge: (binId: string) =>
      start('purge', async (onProgress) => {
        await inTurn(() => purgeUpload(folders, binId));
        const online = await readOnline(folders);
        // With a new release the server drops its files in memory.
        if (online) await putOnline(contentOf(folders, online), onProgress);
      }),
  };
}

/** @returns the release that the site's server serves; undefined when it does not answer */
export async function readServedRelease(address: string): Promise<string | undefined> {
  const signal = AbortSignal.timeout(5_000);
  const response = await fetch(`${address}/api/status`, { signal }).catch(() => undefined);
  return response?.headers.get('x-release') ?? undefined;
}

async function waitUntilServed({ address, serveWithinMs }: Site, id: string): Promise<void> {
  const until = Date.now() + serveWithinMs;
  let served: string | undefined;
  do {
    served = await readServedRelease(address);
    if (served === id) return;
    await pause(250);
  } while (Date.now() < until);
  const trouble =
    served === undefined
      ? 'de server van je site antwoordt niet'
      : 'de server toont nog een andere';
  const message = `De nieuwe versie staat klaar, maar ${trouble}. Verwittig wie hem beheert.`;
  throw new RefusalError(503, message);
}

function describeFailure(error: unknown): string {
  if (error instanceof RefusalError) return error.message;
  console.error(error);
  return 'Het is niet gelukt, en er is niets veranderd. Probeer het nog eens.';
}
