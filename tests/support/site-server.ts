import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { publishTestRelease } from '../test-release.ts';
import { untilPrinted } from './until-printed.ts';

/** The real server, in a process of its own. */
export interface SiteServer {
  /** 'http://localhost:41234' */
  url: string;
  pid: number;
  /** Everything it printed so far. */
  output(): string;
  /** Ends it at once, as a power cut would; what it made stays only in a `dataDir` of the caller. */
  kill(): Promise<void>;
  /** Asks it to stop, waits, and removes the folders that it made. */
  stop(): Promise<void>;
  /** Null before its end, or when a signal ended it. */
  exitCode(): number | null;
}

/**
 * Starts `server/main.ts` on a free port.
 *
 * @param options.siteDir what it serves, as the setting SITE_DIR; without one a small release that has
 *   no more than the server needs (`test-release.ts`)
 * @param options.dataDir keeps it for a later start; without one a temporary folder is used
 * @param options.through a program and its arguments that end in the server's own process, to
 *   start it on a disk of its own
 * @throws Error with all the server printed, when it does not come up within 30 s
 */
export async function startSiteServer(options: {
  siteDir?: string;
  dataDir?: string;
  env?: Record<string, string>;
  through?: string[];
  /** Default: the project's folder. */
  cwd?: string;
}): Promise<SiteServer> {
  const ownFolder = await mkdtemp(join(tmpdir(), 'site-'));
  if (!options.siteDir) await publishTestRelease(join(ownFolder, 'dist'));
  const [program = process.execPath, ...args] = [
    ...(options.through ?? []),
    process.execPath,
    resolve('server/main.ts'),
  ];
  const child = spawn(program, args, {
    cwd: options.cwd ?? process.cwd(),
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      SITE_DIR: options.siteDir ?? join(ownFolder, 'dist'),
      DATA_DIR: options.dataDir ?? join(ownFolder, 'data'),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const url = await untilPrinted(child, /http:\/\/localhost:\d+/);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    await rm(ownFolder, { recursive: true, force: true });
  };
  return {
    url,
    pid: Number(child.pid),
    output: () => output,
    exitCode: () => child.exitCode,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
