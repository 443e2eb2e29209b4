import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { parse } from 'yaml';
import { FIXTURE_CONTENT_DIR } from '../fixture-content.ts';

/** The real desk, over a copy of the tests' caterer of its own. */
export interface RunningDesk {
  /** Opens it, with the token that it asks for. */
  address: string;
  /** A file of its content as it stands on disk. */
  read: (file: string) => Promise<string>;
  value: (
    file: string,
  ) => Promise<{ sections: Record<string, unknown>[]; [field: string]: unknown }>;
  path: (file: string) => string;
  /** As when the power fails. */
  kill: () => Promise<void>;
  isOver: () => boolean;
}

/** One desk for test after test: it reads the disk at every call, and keeps nothing of the one before. */
export interface DeskKeeper {
  /** The desk as it is on the first day; started anew if the last test killed it. */
  fresh: () => Promise<RunningDesk>;
  remove: () => Promise<void>;
}

/** Starts with the first test that asks for it. */
export async function keepDesk(): Promise<DeskKeeper> {
  const root = await mkdtemp(join(tmpdir(), 'desk-'));
  let running: ChildProcess | undefined;
  let address = '';
  const isOver = () => !running || running.exitCode !== null || running.signalCode !== null;

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!running || isOver()) return;
    const gone = once(running, 'exit');
    running.kill(signal);
    // It ends the servers that it started; an open connection of the browser's must not keep it.
    const late = setTimeout(() => running?.kill('SIGKILL'), 5000);
    await gone;
    clearTimeout(late);
  }

  const path = (file: string) => join(root, 'content', file);
  const read = (file: string) => readFile(path(file), 'utf8');
  return {
    async fresh() {
      await startOver(root);
      if (isOver()) {
        const args = ['desk/server/start.js', '--root', root, '--no-browser'];
        running = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
        address = await addressOf(running);
      }
      return {
        address,
        path,
        read,
        value: async (file) => parse(await read(file)),
        kill: () => end('SIGKILL'),
        isOver,
      };
    },
    async remove() {
      await end('SIGTERM');
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** What the desk noted as it started; and the look, whose files are named by what is in them. */
const KEPT = ['running.json', 'sample.json', 'look'];

/**
 * The content of the first day, and no draft, release or setting. What was there is moved aside: an
 * answer that nobody waits for any more may still be reading it.
 */
async function startOver(root: string): Promise<void> {
  const [next, old] = [await mkdtemp(join(root, 'next-')), await mkdtemp(join(root, 'old-'))];
  await cp(FIXTURE_CONTENT_DIR, next, { recursive: true });
  const ofDesk = (await namesIn(join(root, '.desk'))).filter((name) => !KEPT.includes(name));
  const ofSite = ['content', 'dist', 'data', '.env'];
  const there = (await namesIn(root)).filter((name) => ofSite.includes(name));
  for (const place of [...there, ...ofDesk.map((name) => join('.desk', name))]) {
    await rename(join(root, place), join(old, basename(place)));
  }
  await rename(next, join(root, 'content'));
}

const namesIn = (dir: string) => readdir(dir).catch((): string[] => []);

async function addressOf(desk: ChildProcess): Promise<string> {
  let said = '';
  for await (const chunk of desk.stdout ?? []) {
    said += chunk;
    const address = /(http:\/\/127\.0\.0\.1:\S+)/.exec(said)?.[1];
    if (address) {
      desk.stdout?.resume();
      return address;
    }
  }
  throw new Error(`The desk did not start: ${said}`);
}
