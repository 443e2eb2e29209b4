import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishTestRelease } from '../content/test-release.ts';
import { startProgram } from './start-program.ts';

/** The real server, in a process of its own. */
export interface SiteServer {
  /** 'http://localhost:41234' */
  url: string;
  pid: number;
  /** Everything that the server printed so far. */
  output(): string;
  /** Kills the server, as a power cut would, and removes its folders but `dataDir`. */
  kill(): Promise<void>;
  /** Stops the server and removes its folders but `dataDir`. */
  stop(): Promise<void>;
  /** The exit code; null while the server runs, or if a signal ended it. */
  exitCode(): number | null;
}

/**
 * Starts `server/main.ts` on a free port.
 *
 * @param options.siteDir the setting SITE_DIR; default: a small release (`test-release.ts`)
 * @param options.dataDir a folder of the caller; default: a temporary folder
 * @param options.through a program with arguments that replaces itself with the server
 * @throws Error with all the server printed, when it does not start in time
 */
export async function startSiteServer(options: {
  siteDir?: string;
  dataDir?: string;
  env?: Record<string, string>;
  through?: string[];
  /** The working directory. Default: the project's folder. */
  cwd?: string;
}): Promise<SiteServer> {
  const ownFolder = await mkdtemp(join(tmpdir(), 'site-'));
  if (!options.siteDir) await publishTestRelease(join(ownFolder, 'dist'));
  const { child, url, output } = await startProgram('server/main.ts', {
    env: {
      PORT: '0',
      SITE_DIR: options.siteDir ?? join(ownFolder, 'dist'),
      DATA_DIR: options.dataDir ?? join(ownFolder, 'data'),
      ...options.env,
    },
    through: options.through,
    cwd: options.cwd,
  });
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
    output,
    exitCode: () => child.exitCode,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
