import { once } from 'node:events';
import { freePort } from './ports.ts';
import { startProgram } from './start-program.ts';

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
  const { child, url, output } = await startProgram('desk/server/main.ts', {
    env: {
      // The desk uses the port after the site's.
      PORT: String(port - 1),
      DESK_HOST: 'localhost',
      ...options.env,
    },
    through: options.through,
  });
  const ended = once(child, 'exit');
  return {
    /** Everything that the desk printed so far. */
    output,
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
