import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { UPLOAD_LIMITS } from '../../api.ts';
import type { InTurn } from '../in-turn.ts';
import { RefusalError } from '../refusal.ts';
import type { PhotoAnswer, PhotoTask } from './photo-worker.ts';

/** A HEIC of 25 megapixels takes some ten seconds on a slow server. */
const TASK_WITHIN_MS = 60_000;
/** A page asks for many photos at once; after them the memory goes back to the system. */
const END_AFTER_MS = 2_000;

const REFUSALS: Record<Exclude<PhotoAnswer, 'ok'> | 'too-slow', string> = {
  'too-many-pixels': `Deze foto heeft te veel beeldpunten: hoogstens ${UPLOAD_LIMITS.photoPixels / 1e6} miljoen. Bewaar hem kleiner: 4000 beeldpunten breed is ruim genoeg.`,
  'too-small': 'Deze foto is te klein: neem er een van minstens 1280 beeldpunten breed.',
  'no-photo': 'Dit is geen foto die we kennen. Neem een JPEG, PNG, WebP, AVIF of HEIC.',
  damaged: 'Deze foto is beschadigd. Kopieer hem opnieuw van je telefoon of camera.',
  'too-slow': 'Deze foto laat zich niet openen. Bewaar hem opnieuw als JPEG en probeer nog eens.',
};

export interface PhotoProcess {
  /** @throws RefusalError 422 in Dutch */
  run(task: PhotoTask): Promise<void>;
}

/**
 * Opens photos in a process of its own: a file that was made to harm ends that process, not the
 * desk, and the memory that decoding takes is not the desk's.
 *
 * @param heavyWork holds the turn while the process lives, so that no publishing runs beside it
 */
export function createPhotoProcess(heavyWork: InTurn): PhotoProcess {
  const waiting: { task: PhotoTask; settle: (said: keyof typeof REFUSALS | 'ok') => void }[] = [];
  let isWorking = false;

  async function workOff(): Promise<void> {
    let child: ChildProcess | undefined;
    for (;;) {
      if (waiting.length === 0) await pause(END_AFTER_MS);
      const next = waiting.shift();
      if (!next) {
        isWorking = false;
        break;
      }
      if (!child?.connected) child = startChild();
      next.settle(await ask(child, next.task));
    }
    child?.kill('SIGKILL');
  }

  return {
    async run(task) {
      const said = await new Promise<keyof typeof REFUSALS | 'ok'>((settle) => {
        waiting.push({ task, settle });
        if (isWorking) return;
        isWorking = true;
        void heavyWork(workOff);
      });
      if (said !== 'ok') throw new RefusalError(422, REFUSALS[said]);
    },
  };
}

function startChild(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'photo-worker.ts'));
  // Without a listener an error between two tasks would end the desk.
  return child.on('error', () => {});
}

function ask(child: ChildProcess, task: PhotoTask): Promise<keyof typeof REFUSALS | 'ok'> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      end('too-slow');
    }, TASK_WITHIN_MS);
    const crashed = () => end('damaged');
    const end = (said: keyof typeof REFUSALS | 'ok') => {
      clearTimeout(timer);
      child.off('message', end).off('exit', crashed).off('error', crashed);
      resolve(said);
    };
    child.on('message', end).on('exit', crashed).on('error', crashed);
    child.send(task);
  });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());
