/**
 * `npm run desk`: opens the desk in a browser. It listens on this machine only, and lives as long as
 * its terminal does. `--root DIR` is the copy of the site it works on, `--no-browser` leaves the
 * opening to whoever reads the address.
 */
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { replaceFile } from '../../publish/folders.ts';
import { bundleApp } from '../app/bundle-app.ts';
import { foldersIn } from './folders.ts';
import { createDeskServer } from './http-server.ts';
import { CODE_ROOT } from './publish-site.ts';
import { finishSave } from './saver/replace-files.ts';
import { noteSample } from './state.ts';

const { values } = parseArgs({
  options: {
    root: { type: 'string', default: CODE_ROOT },
    'no-browser': { type: 'boolean', default: false },
  },
});

/** What costs time to make is the code's, whichever copy of the content is worked on. */
const folders = { ...foldersIn(resolve(values.root)), cacheDir: join(CODE_ROOT, '.cache') };
/** Where a desk that runs already can be opened. */
const runningFile = join(folders.deskDir, 'running.json');

process.chdir(CODE_ROOT);
const other = await findRunning();
if (other) {
  console.log(`De werktafel is al open: ${other}`);
  openBrowser(other);
} else await start();

async function start(): Promise<void> {
  // The address with its token stands in there.
  await mkdir(folders.deskDir, { recursive: true, mode: 0o700 });
  await finishSave(folders);
  await noteSample(folders);
  console.log('De werktafel wordt klaargezet.');
  const { http, entrance } = await createDeskServer(folders, await bundleApp(folders.cacheDir));
  const address = (await http.listen({ host: '127.0.0.1', port: 0 })) + entrance;
  await replaceFile(runningFile, JSON.stringify({ address }));
  console.log(`De werktafel is open: ${address}`);
  console.log('Laat dit venster open zolang je werkt; stoppen doe je met Ctrl+C.');
  openBrowser(address);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, async () => {
      await rm(runningFile, { force: true });
      await http.close();
      process.exit(0);
    });
  }
}

/** Two desks on one folder would each keep a draft over the other's. */
async function findRunning(): Promise<string | undefined> {
  try {
    const { address } = JSON.parse(await readFile(runningFile, 'utf8'));
    const { status } = await fetch(address, { redirect: 'manual' });
    return status === 303 ? address : undefined;
  } catch {
    return undefined;
  }
}

function openBrowser(address: string): void {
  if (values['no-browser']) return;
  const commands: Partial<Record<NodeJS.Platform, string[]>> = {
    darwin: ['open', address],
    // The empty title keeps `start` from taking the address for one.
    win32: ['cmd', '/c', 'start', '""', address],
  };
  const [command = '', ...args] = commands[process.platform] ?? ['xdg-open', address];
  // No browser here: the address stands in the terminal.
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
