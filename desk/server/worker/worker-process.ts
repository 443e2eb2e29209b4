/** The child process of `worker.ts`, which runs one task after another. */
import process from 'node:process';
import { ContentError, type Finding } from '../../../publish/content/finding.ts';
import type { PublishProgress } from '../../../publish/progress.ts';
import { RefusedError } from '../../shared/api.ts';
import type { PhotoInput } from '../photos/convert-photo.ts';
import type { Tasks } from '../tasks.ts';

/** What the process sends to its parent. */
export type Message =
  | { kind: 'progress'; progress: PublishProgress }
  | { kind: 'result'; result: unknown }
  /** A message in Dutch, for the caterer. */
  | { kind: 'refusal'; message: string }
  | { kind: 'findings'; findings: Finding[] }
  | { kind: 'fault'; error: unknown };

const convertPhoto = async (input: PhotoInput) =>
  (await import('../photos/convert-photo.ts')).convertPhoto(input);

// The tasks import their modules lazily, because they are large.
const tasks: Tasks = {
  async publish(options) {
    const { publishRelease } = await import('../../../publish/publish-release.ts');
    const onProgress = (progress: PublishProgress) => send({ kind: 'progress', progress });
    return publishRelease({ ...options, onProgress });
  },
  async bundle({ cacheDir }) {
    const { bundleApp } = await import('../bundle-app.ts');
    return bundleApp(cacheDir);
  },
  upload: convertPhoto,
  scale: convertPhoto,
  async logo({ name, bytes }) {
    const { checkLogo } = await import('../../../publish/brand/logo.ts');
    try {
      const { picture } = await checkLogo(name, bytes);
      return picture?.bytes ?? bytes;
    } catch (error) {
      const [finding] = error instanceof ContentError ? error.findings : [];
      throw finding ? new RefusedError(422, finding.message) : error;
    }
  },
};

process.on('message', async ({ task, input }: { task: keyof Tasks; input: never }) => {
  try {
    send({ kind: 'result', result: await tasks[task](input) });
  } catch (error) {
    if (error instanceof ContentError) send({ kind: 'findings', findings: error.findings });
    else if (error instanceof RefusedError) send({ kind: 'refusal', message: error.message });
    else send({ kind: 'fault', error });
  }
});
process.on('disconnect', () => process.exit());

function send(message: Message) {
  process.send?.(message);
}
