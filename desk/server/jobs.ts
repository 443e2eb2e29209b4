import { randomUUID } from 'node:crypto';
import { ContentError } from '../../publish/content/content-error.ts';
import type { Job } from '../api.ts';
import { told } from './content.ts';
import { RefusalError } from './refusal.ts';

/** What a job ends with. */
type Result = Pick<Job, 'url' | 'release'>;

/** Work that takes seconds, one at a time. */
export interface Jobs {
  /** @throws RefusalError 409 while another runs */
  start(kind: Job['kind'], work: (step: (line: string) => void) => Promise<Result>): Job;
  /** @throws RefusalError 404 */
  find(id: string): Job;
  /** The one that runs. */
  running(): Job | null;
  /** Resolves when nothing runs any more. */
  idle(): Promise<void>;
}

export function createJobs(): Jobs {
  let last: Job | undefined;
  let ended: Promise<void> = Promise.resolve();
  return {
    start(kind, work) {
      if (last?.state === 'running') {
        throw new RefusalError(409, 'Er wordt al aan de site gewerkt. Wacht tot dat klaar is.');
      }
      const startedAt = new Date().toISOString();
      const job: Job = { id: randomUUID(), kind, state: 'running', steps: [], startedAt };
      last = job;
      ended = work((line) => job.steps.push(line)).then(
        (result) => void Object.assign(job, result, { state: 'done' }),
        (error: unknown) => void Object.assign(job, failureOf(error), { state: 'failed' }),
      );
      return job;
    },
    find(id) {
      if (last?.id === id) return last;
      throw new RefusalError(404, 'Dat werk kent de werktafel niet meer.');
    },
    running: () => (last?.state === 'running' ? last : null),
    idle: () => ended,
  };
}

function failureOf(error: unknown): Pick<Job, 'message' | 'problems'> {
  if (error instanceof ContentError) {
    return { message: 'Er klopt nog iets niet.', problems: error.problems.map(told) };
  }
  if (error instanceof RefusalError) return { ...error.answer };
  console.error(error);
  const why = error instanceof Error ? error.message : String(error);
  return { message: `Het is niet gelukt: ${why}` };
}
