import { randomUUID } from 'node:crypto';
import type { Finding, Job } from '../api.ts';
import { findingsOf } from './check-value.ts';
import type { InTurn } from './in-turn.ts';
import { RefusalError } from './refusal.ts';

export type OnProgress = (progress: Job['progress']) => void;

/** Work that takes seconds, one at a time. */
export interface Jobs {
  /** @throws RefusalError 409 while another runs */
  start(kind: Job['kind'], work: (onProgress: OnProgress) => Promise<void>): Job;
  /** The one that runs, else the last that ended; null before the first. */
  newest(): Job | null;
}

/** @param heavyWork waits for the photos that are being decoded */
export function createJobs(heavyWork: InTurn): Jobs {
  let job: Job | null = null;
  return {
    start(kind, work) {
      if (job?.state === 'running') {
        throw new RefusalError(409, 'Er wordt al aan de site gewerkt. Wacht tot dat klaar is.');
      }
      const started: Job = { id: randomUUID(), kind, state: 'running', progress: null };
      job = started;
      const onProgress: OnProgress = (progress) => {
        started.progress = progress;
      };
      heavyWork(() => work(onProgress)).then(
        () => Object.assign(started, { state: 'done' }),
        (error: unknown) => Object.assign(started, { state: 'failed' }, describeFailure(error)),
      );
      return started;
    },
    newest: () => job,
  };
}

function describeFailure(error: unknown): { message: string; findings?: Finding[] } {
  if (error instanceof RefusalError) return error.answer;
  try {
    return { message: 'Er klopt nog iets niet.', findings: findingsOf(error) };
  } catch {
    console.error(error);
    return { message: 'Het is niet gelukt, en er is niets veranderd. Probeer het nog eens.' };
  }
}
