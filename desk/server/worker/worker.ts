import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { ContentError } from '../../../publish/content/finding.ts';
import { RefusedError } from '../../shared/api.ts';
import { createMutex } from '../../shared/mutex.ts';
import type { RunTask, Tasks } from '../tasks.ts';
import type { Message } from './worker-process.ts';

export const CODE_ROOT = resolve(import.meta.dirname, '../../..');

const TIME_LIMIT_MS = {
  publish: 15 * 60_000,
  bundle: 5 * 60_000,
  upload: 60_000,
  scale: 60_000,
  logo: 60_000,
};
/** How long an idle process is kept: starting one takes longer than scaling a photo. */
const IDLE_MS = 10_000;

/**
 * Runs heavy tasks in child processes, so that a harmful photo cannot crash the desk. There are
 * three independent queues, each of which runs one task at a time:
 *
 * - uploads
 * - scaled copies of photos, which share a process
 * - publishing, bundling the app, and logos
 *
 * The returned function rejects when a task refuses its input, fails, crashes or takes too long.
 */
export function createWorker(): RunTask {
  const [site, uploads, copies] = [createMutex(), createMutex(), createMutex()];
  const shared = createSharedChild();
  const runTask = (...call: Parameters<RunTask>) => {
    if (call[0] === 'scale') return copies(() => run(shared.get(), call).finally(shared.free));
    const runExclusive = call[0] === 'upload' ? uploads : site;
    return runExclusive(async () => {
      const child = start(call[0]);
      return run(child, call).finally(() => child.kill('SIGKILL'));
    });
  };
  return runTask as RunTask;
}

/** @param task its name is what an operator sees in the list of processes */
function start(task: keyof Tasks): ChildProcess {
  return fork(join(import.meta.dirname, 'worker-process.ts'), [task], {
    cwd: CODE_ROOT,
    execArgv: [],
    serialization: 'advanced', // for the bytes of photos
  });
}

/** Makes a process that ends when it is not used. */
function createSharedChild() {
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  return {
    get() {
      clearTimeout(timer);
      if (!child?.connected) child = start('scale');
      return child;
    },
    free() {
      const idle = child;
      timer = setTimeout(() => {
        child = undefined;
        idle?.kill('SIGKILL');
      }, IDLE_MS).unref();
      idle?.unref();
      idle?.channel?.unref();
    },
  };
}

async function run(child: ChildProcess, [task, input, onProgress]: Parameters<RunTask>) {
  let outcome: Message | undefined;
  const ended = new AbortController();
  const { signal } = ended;
  const onMessage = (message: Message) => {
    if (message.kind === 'progress') return onProgress?.(message.progress);
    outcome = message;
    ended.abort();
  };
  child.ref();
  child.channel?.ref();
  child.on('message', onMessage);
  const timer = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT_MS[task]);
  // An error means that the process has ended.
  child.send({ task, input }, () => {});
  await once(child, 'exit', { signal }).catch(() => {});
  clearTimeout(timer);
  child.off('message', onMessage);
  if (outcome?.kind === 'result') return outcome.result;
  if (outcome?.kind === 'refusal') throw new RefusedError(422, outcome.message);
  if (outcome?.kind === 'findings') throw new ContentError(outcome.findings);
  if (outcome?.kind === 'fault') throw outcome.error;
  throw new Error(`the task '${task}' ended without a result`);
}
