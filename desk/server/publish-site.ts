import { fork } from 'node:child_process';
import { join, resolve } from 'node:path';
import { ContentError } from '../../publish/content/content-error.ts';
import { FRUGAL } from '../../publish/frugal-start.ts';
import type { PublishOptions } from '../../publish/publish-release.ts';
import type { PublishMessage } from './publish-process.ts';

/** Where the code of the site is. */
export const CODE_ROOT = resolve(import.meta.dirname, '../..');

export type Publish = typeof publishSite;

/**
 * Publishes, in a process of its own so that the desk stays quick.
 *
 * @param step told in Dutch how far it is
 * @returns the id of the new release
 * @throws ContentError for mistakes in the content
 */
export function publishSite(
  options: Omit<PublishOptions, 'onProgress'>,
  step: (line: string) => void,
): Promise<string> {
  return new Promise((done, fail) => {
    const child = fork(join(import.meta.dirname, 'publish-process.ts'), [], {
      cwd: CODE_ROOT,
      execArgv: [...process.execArgv, ...FRUGAL.execArgv],
      env: { ...process.env, ...FRUGAL.env },
    });
    child.on('message', (message: PublishMessage) => {
      if ('line' in message) {
        const line = inDutch(message.line);
        if (line) step(line);
      } else if ('release' in message) done(message.release);
      else if ('problems' in message) fail(new ContentError(message.problems));
      else fail(new Error(message.failed));
    });
    child.on('error', fail);
    // After an answer this changes nothing.
    child.on('exit', (code, signal) => fail(new Error(`publiceren hield op (${signal ?? code})`)));
    child.send(options);
  });
}

const STEPS: [RegExp, string][] = [
  [/^reading content.*$/, 'De teksten nalezen'],
  [/^bundling.*$/, 'De vormgeving en de foto’s klaarmaken'],
  [/^photo (\d+) of (\d+): (.*)$/, 'Foto $1 van $2: $3'],
  [/^(\d+) photos ready.*$/, '$1 foto’s klaar'],
  [/^rendering.*$/, 'De pagina’s maken'],
  [/^compressing.*$/, 'Alles inpakken'],
  // Advice to the caterer is Dutch already.
  [/^(Let op: .*|.*beeldpunten.*|.*te zwaar.*)$/, '$1'],
];

/** What publishing says to engineers, as far as it is news to the owner. */
function inDutch(line: string): string | undefined {
  const [pattern, words] = STEPS.find(([one]) => one.test(line)) ?? [];
  return pattern && words ? line.replace(pattern, words).split('\n')[0] : undefined;
}
