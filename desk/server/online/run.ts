import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A program that did not do what it was asked. */
export class RunError extends Error {
  override readonly name = 'RunError';
  /** What it said. */
  readonly said: string;

  constructor(program: string, said: string) {
    super(`${program}: ${said.trim().split('\n').slice(-4).join(' ') || 'geen antwoord'}`);
    this.said = said;
  }
}

export interface RunOptions {
  cwd?: string;
  /** What it reads. */
  input?: Readable | string;
  env?: NodeJS.ProcessEnv;
  /** Default: ten minutes. */
  withinMs?: number;
}

/**
 * Runs a program of the system, never through a shell.
 *
 * @returns what it wrote
 * @throws RunError with what it said, when it is not there, fails, or takes too long
 */
export async function run(
  program: string,
  args: string[],
  options: RunOptions = {},
): Promise<string> {
  const { cwd, input, env, withinMs = 600_000 } = options;
  const child = spawn(program, args, {
    ...(cwd && { cwd }),
    env: { ...process.env, ...env },
    timeout: withinMs,
    windowsHide: true,
  });
  let wrote = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    wrote += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    said += chunk;
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', ({ message }) => reject(new RunError(program, message)));
    child.on('close', (code) => (code === 0 ? resolve() : reject(new RunError(program, said))));
  });
  if (input === undefined || typeof input === 'string') child.stdin.end(input ?? '');
  // One that ends early says why on its own.
  else pipeline(input, child.stdin).catch(() => {});
  child.stdin.on('error', () => {});
  await ended;
  return wrote;
}

/** Runs two programs, the second reading what the first writes. */
export async function runThrough(from: [string, string[]], to: [string, string[]]): Promise<void> {
  const source = spawn(...from, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
  let said = '';
  source.stderr.setEncoding('utf8').on('data', (chunk) => {
    said += chunk;
  });
  const ended = new Promise<void>((resolve, reject) => {
    source.on('error', ({ message }) => reject(new RunError(from[0], message)));
    source.on('close', (code) => (code === 0 ? resolve() : reject(new RunError(from[0], said))));
  });
  await Promise.all([ended, run(...to, { input: source.stdout })]);
}
