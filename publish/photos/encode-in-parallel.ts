import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { EncodedPhoto, EncodeRequest } from './encode-photo.ts';
import type { EncodeReply } from './encode-worker.ts';

/**
 * Encodes photos on all cores: a worker a core, since scoring a picture keeps a thread busy.
 *
 * `onEncoded` and `onUnreadable` are awaited before that worker takes its next photo.
 *
 * @throws what stopped a photo that is no fault of its file, such as a full disk
 */
export async function encodeInParallel<Job extends { request: EncodeRequest }>(
  jobs: Job[],
  onEncoded: (job: Job, encoded: EncodedPhoto) => Promise<void>,
  onUnreadable: (job: Job, error: Error) => Promise<void>,
): Promise<void> {
  const waiting = [...jobs];
  const workOff = async () => {
    const worker = new Worker(new URL('./encode-worker.ts', import.meta.url));
    try {
      for (let job = waiting.shift(); job; job = waiting.shift()) {
        worker.postMessage(job.request);
        const [reply]: EncodeReply[] = await once(worker, 'message');
        if (!reply) throw new Error('the encoder stopped');
        if ('failed' in reply) {
          waiting.length = 0;
          throw reply.failed;
        }
        if ('encoded' in reply) await onEncoded(job, reply.encoded);
        else await onUnreadable(job, reply.unreadable);
      }
    } finally {
      await worker.terminate();
    }
  };
  const workers = Math.min(availableParallelism(), jobs.length);
  await Promise.all(Array.from({ length: workers }, workOff));
}
