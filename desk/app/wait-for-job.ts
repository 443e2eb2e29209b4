import type { Job } from '../api.ts';
import { call, Refused } from './client.ts';

const ASK_AGAIN_MS = 300;

/**
 * Waits until the server is done.
 *
 * @param onStep told of it at every step
 * @throws Refused when it failed, with what the server says of it
 */
export async function waitForJob(job: Job, onStep?: (job: Job) => void): Promise<Job> {
  let now = job;
  while (now.state === 'running') {
    onStep?.(now);
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    now = await call('GET /api/jobs/:id', undefined, job.id);
  }
  onStep?.(now);
  if (now.state === 'failed')
    throw new Refused(422, { message: now.message ?? 'Het is niet gelukt.' });
  return now;
}
