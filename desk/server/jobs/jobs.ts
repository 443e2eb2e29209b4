import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ContentError, type Finding } from '../../../publish/content/finding.ts';
import type { PublishProgress } from '../../../publish/progress.ts';
import { RefusedError } from '../../shared/api.ts';
import type { RunExclusive } from '../../shared/mutex.ts';
import { fileTitle } from '../../shared/pages.ts';
import {
  eraseFromVersions,
  listVersions,
  readOnline,
  restoreContent,
  takeSnapshot,
  versionDirOf,
} from '../content/content-versions.ts';
import type { IdempotencyKeys } from '../content/idempotency-keys.ts';
import { checkContent } from '../content/read-content.ts';
import { eraseFromBin, findInBin } from '../content/recycle-bin.ts';
import { restoreFromBin } from '../content/restore-from-bin.ts';
import { readJson, saveFile } from '../desk-files.ts';
import { logError } from '../desk-log.ts';
import type { DeskOptions } from '../desk-options.ts';
import { type Preview, previewDir } from '../preview/preview.ts';
import { readServed } from './served-release.ts';

/**
 * Work that takes seconds, whose state the app polls. The job is written to the disk, so that the
 * desk can tell the caterer when a restart interrupted it.
 */
interface Job {
  id: string;
  kind: 'publish' | 'preview' | 'erase';
  state: 'running' | 'done' | 'failed';
  /** `serve` waits until the site's server serves the release. */
  progress: PublishProgress | { step: 'serve' } | null;
  /** Why the job failed, in Dutch. */
  message?: string;
  /** Warnings about the new release, such as a small photo. */
  warnings: Pick<Finding, 'file' | 'path' | 'message'>[];
}

/** What the caterer reads about a job that a restart of the desk interrupted. */
const INTERRUPTED: Record<Job['kind'], string> = {
  publish:
    'De werktafel herstartte terwijl je site werd klaargemaakt. Bij ‘Wat er verandert’ zie je wat nog niet online staat.',
  preview: 'De werktafel herstartte voor je voorbeeld klaar was. Probeer het nog eens.',
  // The bin comes last, so what is no longer in it was erased everywhere.
  erase:
    'De werktafel herstartte tijdens het wissen. Staat het nog in de prullenbak? Wis het dan nog eens.',
};

export type Jobs = Awaited<ReturnType<typeof createJobs>>;

/** Runs one job at a time. A job that publishes ends once the site's server serves the release. */
export async function createJobs(
  options: DeskOptions,
  preview: Preview,
  runExclusive: RunExclusive,
) {
  const { folders, siteAddress, serveWithinMs, runTask } = options;
  const jobFile = join(folders.deskDir, 'job.json');
  const snapshotDir = join(folders.deskDir, 'snapshot');
  let latest = await readJson<Job>(jobFile).catch(() => undefined);
  if (latest?.state === 'running') {
    latest = { ...latest, state: 'failed', message: INTERRUPTED[latest.kind] };
    await writeJob(latest);
  }

  /** A full disk must not stop the job itself. */
  async function writeJob(job: Job) {
    await saveFile(jobFile, JSON.stringify(job)).catch((error) =>
      logError(error, 'the state of a job could not be written'),
    );
  }

  const isRunning = () => latest?.state === 'running';

  /** @param work returns the release to wait for */
  function start(kind: Job['kind'], work: (job: Job) => Promise<string | null>): Job {
    if (isRunning()) throw alreadyRunning();
    // A preview does not change what is online, so it keeps the warnings of what is online.
    const warnings = kind === 'preview' ? (latest?.warnings ?? []) : [];
    const job: Job = { id: randomUUID(), kind, state: 'running', progress: null, warnings };
    latest = job;
    const run = async () => {
      await writeJob(job);
      const id = await work(job);
      if (id !== null) await waitUntilServed(job, id);
    };
    const end = async (change: Partial<Job>) => {
      await writeJob({ ...job, ...change });
      Object.assign(job, change);
    };
    void run().then(
      () => end({ state: 'done' }),
      (error) => end({ state: 'failed', message: describeFailure(error) }),
    );
    return job;
  }

  const publishTo = (job: Job, input: Parameters<typeof runTask<'publish'>>[1]) =>
    runTask('publish', input, (progress) => {
      job.progress = progress;
    });

  async function putOnline(job: Job, contentDir: string) {
    const { siteDir, cacheDir } = folders;
    const { id, warnings } = await publishTo(job, { contentDir, siteDir, cacheDir });
    // Warnings with a code are about what a real site still lacks.
    job.warnings = warnings
      .filter(({ code }) => !code)
      .map(({ file, path, message }) => ({ file, path, message }));
    return id;
  }

  async function waitUntilServed(job: Job, id: string) {
    job.progress = { step: 'serve' };
    const until = Date.now() + serveWithinMs;
    while ((await readServed(siteAddress))?.release !== id) {
      if (Date.now() > until) {
        const message =
          'De nieuwe versie staat klaar, maar je site bevestigt nog niet dat ze die toont.';
        throw new RefusedError(503, `${message} Verwittig wie je server beheert.`);
      }
      await pause(250);
    }
  }

  async function publishSnapshot(
    kind: Job['kind'],
    work: (job: Job, contentDir: string) => Promise<string | null>,
  ): Promise<Job> {
    return runExclusive(async () => {
      // A running job may be reading the snapshot. Before the lock, this check would pass while
      // another call still prepares its job.
      if (isRunning()) throw alreadyRunning();
      await takeSnapshot(folders, snapshotDir);
      const findings = await checkContent(snapshotDir);
      if (findings.some(({ severity }) => severity === 'error')) {
        throw new RefusedError(422, 'Kijk dit eerst na; wat je typte, is bewaard.');
      }
      return start(kind, async (job) => {
        try {
          return await work(job, snapshotDir);
        } finally {
          await rm(snapshotDir, { recursive: true, force: true });
        }
      });
    });
  }

  return {
    /** The running job or, without one, the last job. */
    latest: () => latest ?? null,

    isRunning,

    /**
     * Publishes the content as it is now.
     *
     * @throws RefusedError 422 when something in it cannot go online
     */
    publish: () => publishSnapshot('publish', putOnline),

    /** 'Bekijk eerst': publishes the same content at the preview's own address. */
    makePreview: () =>
      publishSnapshot('preview', async (job, contentDir) => {
        await publishTo(job, {
          contentDir,
          siteDir: previewDir(folders),
          cacheDir: folders.cacheDir,
          skipsIfUnchanged: true,
          isPreview: true,
          sendsNothing: true,
        });
        await preview.removeOld();
        return null;
      }),

    /** 'Zet terug': replaces the draft with that version. */
    async restore(versionId: string): Promise<void> {
      await runExclusive(async () => {
        // Publishing removes old versions. A file that a version lacks is removed from the draft,
        // so a version that disappears would empty it.
        if (isRunning()) throw alreadyRunning();
        const version = (await listVersions(folders)).find(({ id }) => id === versionId);
        if (!version) throw new RefusedError(404, 'Die versie is er niet meer.');
        await restoreContent(folders, version, new Date()).catch((error) => {
          logError(error, 'a version could not be restored');
          const message =
            'Niet alles kon teruggezet worden. Wat vervangen is, vind je bij Vroeger.';
          throw new RefusedError(503, message);
        });
      });
    },

    /** 'Haal terug': restores an entry of the bin. */
    restoreFromBin: (keys: IdempotencyKeys, binId: string) =>
      runExclusive(async () => {
        // What is being erased leaves the bin last. If it were restored before that, it would be in
        // the draft when the job reports that it was erased for good.
        if (isRunning() && latest?.kind === 'erase') throw alreadyRunning();
        await restoreFromBin(folders, keys, binId);
      }),

    /** Erases a file everywhere but in backups, which expire. */
    erase: (binId: string) =>
      start('erase', async (job) => {
        const entry = await runExclusive(async () => {
          // Before the lock, this would find an entry that another call is restoring.
          const found = await findInBin(folders, binId);
          await eraseFromVersions(folders, found.path, await readFile(found.file));
          // Publishing that was refused or killed left this copy of the content.
          await rm(snapshotDir, { recursive: true, force: true });
          return found;
        });
        // The preview may contain the file. It is removed with its links, because it is cheap to
        // make again.
        await preview.remove();
        const online = await readOnline(folders);
        // The server keeps a release's files in memory. A new release makes it forget the erased
        // one.
        const id = online && (await putOnline(job, versionDirOf(folders, online)));
        // The bin comes last, so that the job can be tried again.
        await eraseFromBin(folders, entry);
        return id;
      }),
  };
}

const alreadyRunning = () =>
  new RefusedError(409, 'Er wordt al aan de site gewerkt. Wacht tot dat klaar is.');

function describeFailure(error: unknown) {
  if (error instanceof RefusedError) return error.message;
  if (error instanceof ContentError) {
    const errors = error.findings.filter(({ severity }) => severity === 'error');
    const texts = errors.map(({ file, message }) => `${fileTitle(file, undefined)}: ${message}`);
    return ['Dit kan zo niet online.', ...texts].join(' ');
  }
  logError(error, 'a job failed');
  return 'Het is niet gelukt. Probeer het nog eens.';
}
