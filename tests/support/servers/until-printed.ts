import type { ChildProcess } from 'node:child_process';

/** The limit is shorter than that of hooks, so that the output is shown. */
const WITHIN_MS = 100_000;

/**
 * Resolves to the match once the program has printed it.
 *
 * @throws Error with all that it printed, when it ends before or takes too long
 */
export function untilPrinted(program: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (what: string) => {
      clearTimeout(timer);
      program.kill('SIGKILL');
      reject(new Error(`${program.spawnfile} ${what}. It printed:\n${output}`));
    };
    const timer = setTimeout(() => fail('did not start in time'), WITHIN_MS);
    const collect = (chunk: Buffer) => {
      output += chunk;
      const [match] = pattern.exec(output) ?? [];
      if (match === undefined) return;
      clearTimeout(timer);
      program.stdout?.off('data', collect);
      program.stderr?.off('data', collect);
      resolve(match);
    };
    program.stdout?.on('data', collect);
    program.stderr?.on('data', collect);
    program.on('error', (error) => fail(error.message));
    program.on('close', () => fail('ended too early'));
  });
}
