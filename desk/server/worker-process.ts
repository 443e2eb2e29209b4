/** Runs one task for `worker.ts`, which ends the process. */
import process from 'node:process';
import { ContentError } from '../../publish/content/finding.ts';
import type { PublishProgress } from '../../publish/publish-release.ts';
import { RefusalError } from './refusal.ts';

export type Tasks = typeof tasks;

/** What the process sends to its parent. */
export type Message =
  | { kind: 'progress'; progress: PublishProgress }
  | { kind: 'result'; result: unknown }
  /** A Dutch sentence for the caterer. */
  | { kind: 'refusal'; message: string }
  | { kind: 'fault'; error: unknown };

/** The modules are large: each task loads its own. */
const tasks = {
  /** @returns the id of the new release */
  async publish(options: { contentDir: string; distDir: string; cacheDir: string }) {
    const { publishRelease } = await import('../../publish/publish-release.ts');
    const onProgress = (progress: PublishProgress) => send({ kind: 'progress', progress });
    const { id } = await publishRelease({ ...options, onProgress });
    return id;
  },
  /** @returns the folder of the app */
  async bundle({ cacheDir }: { cacheDir: string }) {
    const { bundleApp } = await import('../app/bundle-app.ts');
    return bundleApp(cacheDir);
  },
  /** @returns a JPEG that fits into a square of `side` pixels */
  async photo(options: { bytes: Buffer; side: number; quality: number }) {
    const { convertPhoto } = await import('./photos/convert-photo.ts');
    return convertPhoto(options);
  },
};

process.once('message', async (input) => {
  const task = tasks[process.argv[2] as keyof Tasks];
  try {
    send({ kind: 'result', result: await task(input as never) });
  } catch (error) {
    const isRefusal = error instanceof RefusalError || error instanceof ContentError;
    send(isRefusal ? { kind: 'refusal', message: error.message } : { kind: 'fault', error });
  }
});

function send(message: Message): void {
  process.send?.(message);
}
