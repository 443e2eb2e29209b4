import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';
import { untilPrinted } from './until-printed.ts';

/**
 * Starts a server of this project in a process of its own, and waits until it prints its address.
 *
 * @param entry 'server/main.ts'
 * @param options.through a program with arguments that replaces itself with the server
 * @param options.cwd the working directory; default: the project's folder
 * @throws Error with all that it printed, when it does not start in time
 */
export async function startProgram(
  entry: string,
  options: {
    env: Record<string, string>;
    through?: string[] | undefined;
    cwd?: string | undefined;
  },
) {
  const [program = process.execPath, ...args] = [
    ...(options.through ?? []),
    process.execPath,
    resolve(entry),
  ];
  const child = spawn(program, args, {
    cwd: options.cwd ?? process.cwd(),
    env: { PATH: process.env.PATH, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const url = await untilPrinted(child, /http:\/\/localhost:\d+/);
  return { child, url, output: () => output };
}
