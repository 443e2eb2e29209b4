/** A child process for one task, ended by `worker.ts`. */
import process from 'node:process';
import { ContentError } from '../../publish/content/finding.ts';
import type { PublishProgress } from '../../publish/publish-release.ts';
import { Refused } from '../api.ts';
import type { PhotoInput } from './photos/convert-photo.ts';

export type Tasks = typeof tasks;

/** What the process sends to its parent. */
export type Message =
  | { kind: 'progress'; progress: PublishProgress }
  | { kind: 'result'; result: unknown }
  /** In Dutch. */
  | { kind: 'refusal'; message: string }
  | { kind: 'fault'; error: unknown };

// Large modules: each task loads its own.
const tasks = {
  async publish(options: { contentDir: string; distDir: string; cacheDir: string }) {
    const { publishRelease } = await import('../../publish/publish-release.ts');
    const onProgress = (progress: PublishProgress) => send({ kind: 'progress', progress });
    return (await publishRelease({ ...options, onProgress })).id;
  },
  async bundle({ cacheDir }: { cacheDir: string }) {
    const { bundleApp } = await import('../app/bundle-app.ts');
    return bundleApp(cacheDir);
  },
  async photo(input: PhotoInput) {
    const { convertPhoto } = await import('./photos/convert-photo.ts');
    return convertPhoto(input);
  },
};

process.once('message', async (input) => {
  const task = tasks[process.argv[2] as keyof Tasks];
  try {
    send({ kind: 'result', result: await task(input as never) });
  } catch (error) {
    const isRefusal = error instanceof Refused || error instanceof ContentError;
    if (isRefusal) send({ kind: 'refusal', message: error.message });
    else send({ kind: 'fault', error });
  }
});

function send(message: Message) {
  process.send?.(message);
}
