/** Publishes in a process of its own, which tells the desk by messages how far it is. */
import process from 'node:process';
import { ContentError, type ContentProblem } from '../../publish/content/content-error.ts';
import { type PublishOptions, publishRelease } from '../../publish/publish-release.ts';

export type PublishMessage =
  | { line: string }
  | { release: string }
  | { problems: ContentProblem[] }
  | { failed: string };

const send = (message: PublishMessage) => process.send?.(message);

// The desk was killed: nobody waits for this any more.
process.once('disconnect', () => process.exit());

process.once('message', async (options: PublishOptions) => {
  try {
    send({ release: await publishRelease({ ...options, onProgress: (line) => send({ line }) }) });
  } catch (error) {
    if (error instanceof ContentError) send({ problems: error.problems });
    else send({ failed: error instanceof Error ? error.message : String(error) });
  }
  process.disconnect();
});
