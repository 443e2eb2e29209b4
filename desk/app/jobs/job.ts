import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type Job, RefusedError } from '../../shared/api.ts';
import { call } from '../api/call.ts';
import { go, hrefOf } from '../navigation/route.ts';
import { getDeskState, notify, queryClient, reload, saveThen, update } from '../store/app-store.ts';
import { notifyRefused } from '../store/run-and-report.ts';

/* Follows work of the server that takes seconds, such as publishing. */

const DONE: Record<Job['kind'], string> = {
  publish: 'Je site staat online.',
  preview: 'Je voorbeeld is klaar.',
  erase: 'Voorgoed gewist.',
};

const POLL_MS = 400;
/** The delay before a retry while the app does not know whether a job is running. */
const RETRY_MS = 5_000;
const JOB = ['GET /api/job'];

/**
 * The job that the server is running or, without one, its last job. Any device may have started it.
 */
export function useJob(): Job | undefined {
  const { data: job } = useQuery({
    queryKey: JOB,
    queryFn: () => call('GET /api/job'),
    refetchInterval({ state }) {
      // The job goes on while the phone has no network.
      if (state.data?.state === 'running') return POLL_MS;
      return state.status === 'error' ? RETRY_MS : false;
    },
  });
  return job ?? undefined;
}

/**
 * The key under which the browser stores the last job whose end was reported, so that a failure
 * while the app was closed is still reported later. The key keeps an old name, because browsers
 * have entries under it.
 */
const REPORTED_JOB = 'desk-told-job';

/** Whether a job may have started although no response to its start arrived. */
let mayHaveStarted = false;

/** Reports how a job ended, even one that ended in a restart. */
export function useJobEnd(job: Job | undefined) {
  const running = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each end of a job
  useEffect(() => {
    if (job?.state === 'running') running.current = job.id;
    if (!job || job.state === 'running' || readReported() === job.id) return;
    writeReported(job.id);
    const isFollowed = running.current === job.id;
    if (job.state === 'failed') notify(job.message ?? 'Het is niet gelukt.', 'error');
    else if (isFollowed && job.kind === 'publish' && job.warnings.length > 0) {
      notify(`${DONE[job.kind]} Bij ‘Wat er verandert’ staat wat nog beter kan.`);
    } else if (isFollowed) notify(DONE[job.kind]);
    if (isFollowed || mayHaveStarted)
      void reload().then(
        () => queryClient.invalidateQueries(),
        () => {},
      );
    mayHaveStarted = false;
  }, [job?.id, job?.state]);
}

let reported: string | undefined;

function readReported() {
  try {
    return localStorage.getItem(REPORTED_JOB) ?? reported;
  } catch {
    return reported;
  }
}

function writeReported(id: string) {
  reported = id;
  try {
    localStorage.setItem(REPORTED_JOB, id);
  } catch {
    // Without storage, the job's message is shown once more after a reload.
  }
}

/** Starts work of the server after unsaved changes are saved. */
export async function startJob(start: () => Promise<Job>): Promise<Job | undefined> {
  update({ isBusy: true });
  let job: Job | undefined;
  try {
    const isSaved = await saveThen(async () => {
      job = await start();
      // A response that was on its way since before the job started would hide the job.
      await queryClient.cancelQueries({ queryKey: JOB });
      queryClient.setQueryData(JOB, job);
    });
    if (!isSaved) {
      const desk = getDeskState();
      notify(`Niet gelukt. ${desk.reason}`, desk.saving === 'offline' ? 'offline' : 'error');
    }
    return job;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const isStartUnknown = error.status === 0;
    mayHaveStarted ||= isStartUnknown;
    if (!isStartUnknown) notifyRefused(error);
    if (error.status === 422) go(hrefOf('online'));
    // A job may be running, of another device or, after a lost response, of this one.
    const isJobRead = queryClient.invalidateQueries({ queryKey: JOB });
    if (isStartUnknown) {
      await isJobRead;
      if (queryClient.getQueryData<Job>(JOB)?.state !== 'running') notifyRefused(error);
    }
  } finally {
    update({ isBusy: false });
  }
  return undefined;
}
