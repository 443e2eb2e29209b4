import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Job } from '../api.ts';
import { createTurns } from './in-turn.ts';
import { RefusalError } from './refusal.ts';

/** The root of the project's code, where publishing runs. */
export const CODE_ROOT = resolve(import.meta.dirname, '../..');
/** The child process has written a sentence for the caterer to its standard error. */
export const REFUSED = 3;

/** A program for the child process with its options. */
export type Task =
  /** Writes its progress as lines of JSON, and then the id of the new release. */
  | { kind: 'publish'; contentDir: string; distDir: string; cacheDir: string }
  /** Writes the folder of the app. */
  | { kind: 'bundle'; cacheDir: string }
  /** Reads a photo and writes it as a JPEG that fits into a square. */
  | { kind: 'photo'; side: number; quality: number };

export type OnProgress = (progress: Job['progress']) => void;
export type Worker = ReturnType<typeof createWorker>;

const TIME_LIMIT_MS = { publish: 15 * 60_000, bundle: 5 * 60_000, photo: 60_000 };

/**
 * Runs heavy tasks one at a time, each in a child process: a harmful photo ends only that process, and
 * its memory is not the desk's.
 */
export function createWorker() {
  const inTurn = createTurns();
  /**
   * @returns the last line of the output
   * @throws RefusalError 422; Error when the process fails, ends or exceeds its time limit
   */
  const run = async (task: Task, onProgress?: OnProgress): Promise<string> => {
    const output = await inTurn(() => runChild(task, undefined, onProgress));
    return output.toString().trim().split('\n').at(-1) ?? '';
  };
  return { run, convert: (task: Task, bytes: Buffer) => inTurn(() => runChild(task, bytes)) };
}

async function runChild(task: Task, input?: Buffer, onProgress?: OnProgress): Promise<Buffer> {
  const program = join(import.meta.dirname, 'worker-process.ts');
  const running = promisify(execFile)(process.execPath, [program, JSON.stringify(task)], {
    cwd: CODE_ROOT,
    encoding: 'buffer',
    maxBuffer: 100_000_000,
    timeout: TIME_LIMIT_MS[task.kind],
    killSignal: 'SIGKILL',
  });
  const { stdin, stdout } = running.child;
  // A process that ended early closes its input.
  stdin?.on('error', () => {}).end(input);
  stdout?.on('data', (lines) => {
    const [progress] = /\{"step".*\}(?=\s*$)/.exec(String(lines)) ?? [];
    if (progress) onProgress?.(JSON.parse(progress));
  });
  try {
    return (await running).stdout;
  } catch (error) {
    const { code, stderr } = error as { code?: number; stderr: Buffer };
    if (code === REFUSED) throw new RefusalError(422, String(stderr));
    throw error;
  }
}
