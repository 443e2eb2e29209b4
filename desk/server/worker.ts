import { type ChildProcess, fork } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { Job } from '../api.ts';
import { createTurns } from './in-turn.ts';
import { RefusalError } from './refusal.ts';

/** The root of the project's code, where publishing runs. */
export const CODE_ROOT = resolve(import.meta.dirname, '../..');

export type Task =
  /** Answers the id of the new release. */
  | { kind: 'publish'; contentDir: string; distDir: string; cacheDir: string }
  /** Answers the folder of the app. */
  | { kind: 'bundle'; cacheDir: string }
  /** Converts a photo to a JPEG to keep: upright, in sRGB, without location and camera. */
  | { kind: 'convert'; input: string; output: string }
  /** Makes a smaller WebP, for the desk only. */
  | { kind: 'copy'; input: string; output: string; width: number };

export type Message =
  | { kind: 'progress'; progress: Job['progress'] }
  | { kind: 'done'; answer: string }
  | { kind: 'refused'; status: number; message: string }
  | { kind: 'failed'; error: string };

export type OnProgress = (progress: Job['progress']) => void;

export interface Worker {
  /** @throws RefusalError in Dutch; Error when the process fails, ends or exceeds its time limit */
  run(task: Task, onProgress?: OnProgress): Promise<string>;
}

/** A HEIC of 25 megapixels takes some ten seconds on a slow server. */
const TIME_LIMIT_MS = {
  publish: 15 * 60_000,
  bundle: 5 * 60_000,
  convert: 60_000,
  copy: 60_000,
};
/** A page requests many photos at once; after them the memory returns to the system. */
const IDLE_MS = 2_000;

/**
 * Runs heavy tasks one at a time in a child process: a harmful photo ends only that process, and its
 * memory is not the desk's.
 */
export function createWorker(): Worker {
  const inTurn = createTurns();
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  return {
    run: (task, onProgress) =>
      inTurn(async () => {
        clearTimeout(timer);
        if (!child?.connected) {
          child = fork(join(import.meta.dirname, 'worker-process.ts'), { cwd: CODE_ROOT });
          // Without a listener an error between two tasks would end the desk.
          child.on('error', () => {});
        }
        const message = await runTask(child, task, onProgress);
        timer = setTimeout(end, IDLE_MS).unref();
        switch (message.kind) {
          case 'done':
            return message.answer;
          case 'refused':
            throw new RefusalError(message.status, message.message);
          case 'failed':
            throw new Error(message.error);
        }
      }),
  };
}

function runTask(
  child: ChildProcess,
  task: Task,
  onProgress?: OnProgress,
): Promise<Exclude<Message, { kind: 'progress' }>> {
  return new Promise((settle) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT_MS[task.kind]);
    const settleOnce = (message: Exclude<Message, { kind: 'progress' }>) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
      settle(message);
    };
    const onMessage = (message: Message) => {
      if (message.kind === 'progress') onProgress?.(message.progress);
      else settleOnce(message);
    };
    const onEnd = (reason: unknown, signal?: string) =>
      settleOnce({ kind: 'failed', error: `${task.kind} ended: ${signal ?? reason}` });
    child.on('message', onMessage).on('exit', onEnd).on('error', onEnd);
    child.send(task);
  });
}
