/** Publishes in a process of its own, and reports to the desk by messages. */
import process from 'node:process';
import { type PublishOptions, publishRelease } from '../../publish/publish-release.ts';
import type { Finding, PublishProgress } from '../api.ts';
import { findingsOf } from './check-value.ts';

export type PublishMessage =
  | { kind: 'progress'; progress: PublishProgress }
  | { kind: 'done'; id: string }
  | { kind: 'refused'; findings: Finding[] }
  | { kind: 'failed'; message: string };

const send = (message: PublishMessage) => process.send?.(message);

// The desk ended: no one waits for this any more.
process.once('disconnect', () => process.exit());

process.once('message', async (options: PublishOptions) => {
  try {
    const onProgress = (progress: PublishProgress) => send({ kind: 'progress', progress });
    const { id } = await publishRelease({ ...options, onProgress });
    send({ kind: 'done', id });
  } catch (error) {
    send(describe(error));
  }
  process.disconnect();
});

function describe(error: unknown): PublishMessage {
  try {
    return { kind: 'refused', findings: findingsOf(error) };
  } catch {
    return { kind: 'failed', message: error instanceof Error ? (error.stack ?? '') : `${error}` };
  }
}
