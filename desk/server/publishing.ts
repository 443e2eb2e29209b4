import { readFile, rm } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ContentError } from '../../publish/content/finding.ts';
import { listFiles } from '../../publish/folders.ts';
import type { PublishProgress } from '../../publish/publish-release.ts';
import { Refused } from '../api.ts';
import { checkContent } from './content.ts';
import type { DeskOptions } from './http-server.ts';
import type { InTurn } from './in-turn.ts';
import { copiesDir } from './photos/photos.ts';
import { findInBin, removeFromBin } from './uploads.ts';
import {
  contentOf,
  eraseFromVersions,
  listVersions,
  readOnline,
  restoreContent,
} from './versions.ts';

/** Work that takes seconds; the app polls it. */
interface Job {
  kind: 'publish' | 'restore' | 'purge';
  state: 'running' | 'done' | 'failed';
  /** `serve`: waiting for the site's server. */
  progress: PublishProgress | { step: 'serve' } | null;
  /** When failed, in Dutch. */
  message?: string;
}

/** Runs one job at a time, until the site's server serves its release. */
export function createPublishing(options: DeskOptions, inTurn: InTurn) {
  const { folders, siteAddress, serveWithinMs, runTask, enquiries } = options;
  let latest: Job | null = null;

  /** @param work returns the release to wait for */
  function start(kind: Job['kind'], work: (job: Job) => Promise<string | null>): Job {
    if (latest?.state === 'running') {
      throw new Refused(409, 'Er wordt al aan de site gewerkt. Wacht tot dat klaar is.');
    }
    const job: Job = { kind, state: 'running', progress: null };
    latest = job;
    const run = async () => {
      const id = await work(job);
      if (id !== null) await waitUntilServed(job, id);
    };
    run().then(
      () => Object.assign(job, { state: 'done' }),
      (error) => Object.assign(job, { state: 'failed', message: describeFailure(error) }),
    );
    return job;
  }

  function putOnline(job: Job, contentDir: string) {
    const { distDir, cacheDir } = folders;
    return runTask('publish', { contentDir, distDir, cacheDir }, (progress) => {
      job.progress = progress;
    });
  }

  async function waitUntilServed(job: Job, id: string) {
    job.progress = { step: 'serve' };
    const until = Date.now() + serveWithinMs;
    while ((await readServedRelease(siteAddress)) !== id) {
      if (Date.now() > until) {
        const message = 'De nieuwe versie staat klaar, maar je site toont ze nog niet.';
        throw new Refused(503, `${message} Verwittig wie hem beheert.`);
      }
      await pause(250);
    }
  }

  return {
    /** The running job, else the last one. */
    job: () => latest,

    publish: () =>
      start('publish', async (job) => {
        const findings = await checkContent(folders.contentDir);
        const isWrong = findings.some(({ severity }) => severity === 'error');
        if (isWrong) throw new ContentError(findings);
        return putOnline(job, folders.contentDir);
      }),

    async restore(versionId: string): Promise<Job> {
      const versions = await listVersions(folders);
      const index = versions.findIndex(({ id }) => id === versionId);
      const version = versions[index];
      if (!version) throw new Refused(404, 'Die versie is er niet meer.');
      // The site gets no content that was never online.
      const release = versions.slice(index).find(({ kind }) => kind === 'release') ?? version;
      const now = new Date();
      return start('restore', async (job) => {
        // First: when it fails, the content stays as it is.
        const id = await putOnline(job, contentOf(folders, release));
        await inTurn(() => restoreContent(folders, version, now));
        return id;
      });
    },

    /** Erases a file everywhere but in backups, which expire. */
    purge: (binId: string) =>
      start('purge', async (job) => {
        const { path, file } = await findInBin(folders, binId);
        const bytes = await readFile(file);
        await inTurn(() => eraseFromVersions(folders, path, bytes));
        // Not the folder: another copy may be written there now.
        const copies = copiesDir(folders);
        for (const copy of await listFiles(copies, [`${parse(path).name}-*`])) {
          await rm(join(copies, copy), { force: true });
        }
        const online = await readOnline(folders);
        // The server keeps files of a release in memory.
        const id = online && (await putOnline(job, contentOf(folders, online)));
        // Last, so that it can be tried again.
        await removeFromBin(folders, binId);
        return id;
      }),

    async readState() {
      const online = await readOnline(folders);
      const { alarms, missing } = await enquiries.readHealth();
      if (online && latest?.state !== 'running') {
        const served = await readServedRelease(siteAddress);
        if (served === undefined) {
          const message = 'De server van je site antwoordt niet.';
          alarms.unshift({ code: 'not-serving', message });
        } else if (served !== online.id) {
          const message = 'Je site toont een andere versie dan je laatst online zette.';
          alarms.unshift({ code: 'other-release', message });
        }
      }
      const findings = await checkContent(folders.contentDir);
      for (const { severity, code, message, ...field } of findings) {
        if (code && severity === 'warning') missing.push({ code, message, field });
      }
      return { alarms, missing: samplesFirst(missing) };
    },
  };
}

/** Sample facts come first, and once: those of the content, which can be opened, before the release's. */
function samplesFirst<Finding extends { code: string; field?: object }>(missing: Finding[]) {
  const samples = missing.filter(({ code }) => code === 'sample-facts');
  const others = missing.filter(({ code }) => code !== 'sample-facts');
  const first = samples.find(({ field }) => field !== undefined) ?? samples[0];
  return first ? [first, ...others] : others;
}

async function readServedRelease(address: string): Promise<string | undefined> {
  const signal = AbortSignal.timeout(5_000);
  const response = await fetch(`${address}/api/status`, { signal }).catch(() => undefined);
  return response?.headers.get('x-release') ?? undefined;
}

function describeFailure(error: unknown) {
  if (error instanceof Refused || error instanceof ContentError) return error.message;
  console.error(error);
  return 'Het is niet gelukt, en er is niets veranderd. Probeer het nog eens.';
}
