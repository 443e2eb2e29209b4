import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import process from 'node:process';
import { freePort } from './ports.ts';
import { untilPrinted } from './until-printed.ts';

/** The real desk, in a process of its own. */
export type DeskProcess = Awaited<ReturnType<typeof startDesk>>;

/**
 * Starts `desk/server/main.ts` on a free port.
 *
 * @param options.cookie the secret of a session in DATA_DIR
 * @param options.through a program with arguments that replaces itself with the desk
 * @throws Error with all the desk printed, when it does not start in time
 */
export async function startDesk(options: {
  env: Record<string, string>;
  cookie: string;
  through?: string[];
}) {
  const port = await freePort();
  const [program = process.execPath, ...args] = [
    ...(options.through ?? []),
    process.execPath,
    resolve('desk/server/main.ts'),
  ];
  const child = spawn(program, args, {
    env: {
      PATH: process.env.PATH,
      // The desk uses the port after the site's.
      PORT: String(port - 1),
      DESK_HOST: 'localhost',
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
  const ended = once(child, 'exit');
  const url = await untilPrinted(child, /http:\/\/localhost:\d+/);
  return {
    /** Everything that the desk printed so far. */
    output: () => output,
    /** Makes a request with that session. The body is sent as JSON. */
    request: (path: string, method = 'GET', body?: object) =>
      fetch(url + path, {
        method,
        headers: {
          cookie: `desk-${port}=${options.cookie}`,
          origin: url,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    /** Resolves to the exit code; null if a signal ended the desk. */
    ended: ended.then(([code]): number | null => code),
    async stop(): Promise<void> {
      if (child.exitCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}
