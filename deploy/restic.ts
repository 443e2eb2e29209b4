import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import process from 'node:process';
import { text } from 'node:stream/consumers';

/** The most lines of a message, because restic repeats some errors for each file. */
const MESSAGE_LINES = 6;

export interface Snapshot {
  id: string;
  short_id: string;
  /** An ISO date with the time zone of the machine. */
  time: string;
  hostname: string;
  paths: string[];
  tags?: string[];
}

export type Restic = ReturnType<typeof createRestic>;

/** An error in restic's own words. */
export class ResticError extends Error {
  /**
   * Whether restic reports that there is no repository at this address. False when it could not
   * find out.
   */
  readonly isMissing: boolean;

  constructor(command: string, code: number | null, output: string) {
    const lines = output.trim().split('\n').filter(Boolean).slice(-MESSAGE_LINES);
    super(`restic ${command}: ${lines.join('\n  ') || `ended with ${code}`}`);
    // restic ends with 10 since version 0.17. In earlier versions these words show it. Other words
    // of the error would not do, because 'Is there a repository' appears in other errors too.
    const words = /unable to open config file: .*(?:no such file or directory|not exist)/i;
    this.isMissing = code === 10 || words.test(output);
  }
}

interface ResticOptions {
  /** The environment with the repository and the password. Default: this process's. */
  env?: NodeJS.ProcessEnv;
  /** A command that runs restic, such as `runuser`. */
  before?: string[];
  /** Aborting it ends a running restic. */
  signal?: AbortSignal;
}

export function createRestic({ env = process.env, before = [], signal }: ResticOptions = {}) {
  /** @param outputFile is filled with what restic prints; default: the output is returned */
  async function run(args: string[], outputFile?: string): Promise<string> {
    signal?.throwIfAborted();
    const [program = '', ...words] = [...before, 'restic', ...args];
    const output = outputFile === undefined ? 'pipe' : openSync(outputFile, 'w', 0o600);
    const child = spawn(program, words, { env, stdio: ['ignore', output, 'pipe'] });
    if (typeof output === 'number') closeSync(output);
    const end = () => child.kill();
    signal?.addEventListener('abort', end);
    const ended = once(child, 'close').catch((error) => {
      throw new Error(error.code === 'ENOENT' ? `${program} is not installed` : error.message);
    });
    const [printed, errors, [code]] = await Promise.all([
      child.stdout ? text(child.stdout) : '',
      child.stderr ? text(child.stderr) : '',
      ended,
    ]);
    signal?.removeEventListener('abort', end);
    signal?.throwIfAborted();
    if (code === 0) return printed;
    const command = args.find((word) => /^[a-z]/.test(word)) ?? '';
    throw new ResticError(command, code, errors || printed);
  }

  return {
    run,
    /**
     * Lists snapshots, the oldest first. It ignores locks, because a machine that died may have
     * left one.
     */
    async snapshots(tag: string): Promise<Snapshot[]> {
      const json = await run(['--no-lock', '--json', 'snapshots', '--tag', tag]);
      const snapshots: Snapshot[] = JSON.parse(json) ?? [];
      return snapshots.sort((one, other) => timeOf(one) - timeOf(other));
    },
    /** Writes one file of a snapshot. */
    dump: (snapshot: Snapshot, path: string, outputFile: string) =>
      run(['--no-lock', 'dump', snapshot.id, path], outputFile),
  };
}

export function timeOf({ time }: Snapshot): number {
  return Date.parse(time);
}
