import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { releaseDir } from '../../publish/releases.ts';
import type { Change } from '../api.ts';
import { textsOf } from './content.ts';
import type { DeskFolders } from './folders.ts';
import { CODE_ROOT, publishSite } from './publish-site.ts';

const START_WITHIN_MS = 30_000;
const END_WITH_PARENT = pathToFileURL(join(import.meta.dirname, 'end-with-parent.ts')).href;

/** The whole site with unsaved work, by the very server that visitors meet, on its own address. */
export interface Preview {
  /** @returns its address */
  show(changes: Change[], step: (line: string) => void): Promise<string>;
  close(): Promise<void>;
}

export function createPreview(folders: DeskFolders): Preview {
  const dir = join(folders.deskDir, 'preview');
  const [contentDir, distDir] = [join(dir, 'content'), join(dir, 'dist')];
  let server: ChildProcess | undefined;
  let port = '0';
  const close = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  return {
    close,
    async show(changes, step) {
      const { unsaved } = await textsOf(folders.contentDir, changes);
      await rm(contentDir, { recursive: true, force: true });
      await cp(folders.contentDir, contentDir, { recursive: true });
      for (const [path, text] of unsaved) {
        const file = join(contentDir, path);
        await mkdir(dirname(file), { recursive: true });
        await (text === null ? rm(file, { force: true }) : writeFile(file, text));
      }
      const { cacheDir } = folders;
      const id = await publishSite({ contentDir, distDir, cacheDir, onlyIfChanged: true }, step);
      for (const other of await readdir(join(distDir, 'releases'))) {
        if (other !== id) await rm(releaseDir(distDir, other), { recursive: true, force: true });
      }
      await close();
      server = startServer(distDir, join(dir, 'data'), port);
      const url = await addressOf(server);
      port = new URL(url).port;
      return url;
    },
  };
}

/** Without the owner's settings: nothing that is tried here reaches a mail server or a database. */
function startServer(siteDir: string, dataDir: string, port: string): ChildProcess {
  const unset = [
    'SMTP_URL',
    'DATABASE_URL',
    'CAPTCHA_SECRET',
    'ALERT_URL',
    'HEARTBEAT_URL',
    'METRICS_PORT',
  ];
  const settings = Object.fromEntries(unset.map((name) => [name, '']));
  return spawn(process.execPath, ['--import', END_WITH_PARENT, 'server/main.ts'], {
    cwd: CODE_ROOT,
    env: {
      ...process.env,
      ...settings,
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      PORT: port,
      SITE_DIR: siteDir,
      DATA_DIR: dataDir,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/** The address the server prints once it listens. */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error('het voorbeeld start niet')), START_WITHIN_MS);
    server.stdout?.on('data', (chunk) => {
      said += chunk;
      const [, url] = /The site is at (\S+)/.exec(said) ?? [];
      if (!url) return;
      clearTimeout(timer);
      resolve(url);
    });
    server.on('exit', () => {
      clearTimeout(timer);
      reject(new Error(`het voorbeeld start niet: ${said}`));
    });
  });
}
