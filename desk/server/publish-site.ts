import { fork } from 'node:child_process';
import http from 'node:http';
import { join, resolve } from 'node:path';
import type { OnProgress } from './jobs.ts';
import type { PublishMessage } from './publish-process.ts';
import { RefusalError } from './refusal.ts';

/** Where the code of the site is. */
export const CODE_ROOT = resolve(import.meta.dirname, '../..');

/** The folders of one publishing. */
export interface PublishFolders {
  contentDir: string;
  distDir: string;
  cacheDir: string;
}

/** Publishing gets no longer: what hangs must not hold up the desk for ever. */
const PUBLISH_WITHIN_MS = 15 * 60_000;

/** The site's server, on this machine. */
export interface Site {
  /** 'http://localhost:3000' */
  address: string;
  /** How long it may take to serve a new release. */
  serveWithinMs: number;
}

/**
 * Publishes in a process of its own. Killed, it leaves content and site as they were.
 *
 * @returns the id of the new release
 * @throws RefusalError 422 with findings
 */
export async function publishSite(
  { contentDir, distDir, cacheDir }: PublishFolders,
  onProgress: OnProgress,
): Promise<string> {
  const child = fork(join(import.meta.dirname, 'publish-process.ts'), {
    cwd: CODE_ROOT,
    timeout: PUBLISH_WITHIN_MS,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<Exclude<PublishMessage, { kind: 'progress' }>>((done) => {
    child.on('message', (message: PublishMessage) => {
      if (message.kind === 'progress') onProgress(message.progress);
      else done(message);
    });
    child.on('error', ({ message }) => done({ kind: 'failed', message }));
    child.on('exit', (code, signal) =>
      done({ kind: 'failed', message: `publishing ended with ${signal ?? code}` }),
    );
  });
  child.send({ contentDir, distDir, cacheDir });
  const message = await ended;
  switch (message.kind) {
    case 'done':
      return message.id;
    case 'refused':
      throw new RefusalError(422, 'Er klopt nog iets niet.', { findings: message.findings });
    case 'failed':
      throw new Error(message.message);
  }
}

/**
 * Waits until the site's server serves a release.
 *
 * @throws RefusalError when it does not, in time
 */
export async function waitUntilServed({ address, serveWithinMs }: Site, id: string): Promise<void> {
  const until = Date.now() + serveWithinMs;
  let served = await readServedRelease(address);
  while (served !== id && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    served = await readServedRelease(address);
  }
  if (served === id) return;
  throw new RefusalError(
    503,
    served === undefined
      ? 'De nieuwe versie staat klaar, maar de server van je site antwoordt niet. Verwittig wie hem beheert.'
      : 'De nieuwe versie staat klaar, maar de server toont nog een andere. Verwittig wie hem beheert.',
  );
}

/**
 * Asks the running server itself.
 *
 * @returns the id of the release that it serves; undefined when no server answers
 */
export function readServedRelease(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const request = http.get(`${address}/api/status`, { timeout: 5_000 }, (response) => {
      response.resume();
      resolve(response.headers['x-release']?.toString());
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(undefined));
  });
}
