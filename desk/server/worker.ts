import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { PublishProgress } from '../../publish/publish-release.ts';
import { Refused } from '../api.ts';
import { createTurns } from './in-turn.ts';
import type { Message, Tasks } from './worker-process.ts';

export const CODE_ROOT = resolve(import.meta.dirname, '../..');

const TIME_LIMIT_MS = { publish: 15 * 60_000, bundle: 5 * 60_000, photo: 60_000 };

export type RunTask = <Task extends keyof Tasks>(
  task: Task,
  input: Parameters<Tasks[Task]>[0],
  onProgress?: (progress: PublishProgress) => void,
) => ReturnType<Tasks[Task]>;

/**
 * Runs heavy tasks one at a time in a child process, which is all that a harmful photo can end.
 * Rejects when it refuses, fails, ends or takes too long.
 */
export function createWorker(): RunTask {
  const inTurn = createTurns();
  const runTask = (...call: Parameters<RunTask>) => inTurn(() => runChild(...call));
  return runTask as RunTask;
}

async function runChild(...[task, input, onProgress]: Parameters<RunTask>) {
  const child = fork(join(import.meta.dirname, 'worker-process.ts'), [task], {
    cwd: CODE_ROOT,
    execArgv: [],
    serialization: 'advanced', // for the bytes of photos
    timeout: TIME_LIMIT_MS[task],
    killSignal: 'SIGKILL',
  });
  let answer: Message | undefined;
  child.on('message', (message: Message) => {
    if (message.kind === 'progress') return onProgress?.(message.progress);
    answer = message;
    child.kill();
  });
  // An error means that it has ended.
  child.send(input, () => {});
  await once(child, 'exit');
  if (answer?.kind === 'result') return answer.result;
  if (answer?.kind === 'refusal') throw new Refused(422, answer.message);
  if (answer?.kind === 'fault') throw answer.error;
  throw new Error(`the task '${task}' ended without a result`);
}
