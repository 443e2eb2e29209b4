/**
 * `npm run dev`: publishes after every change of the content (CONTENT_DIR) or the code, and serves
 * the result with the production server, so that routes, headers and the 404 page are the same.
 * Open pages reload automatically.
 *
 * `--content DIR` and `--site DIR` name other folders.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { resolve } from 'node:path';
import { readArguments } from '../runtime/command-line.ts';
import { readFolders } from '../runtime/settings.ts';

/** How long to wait for further changes, because editors save in several steps. */
const SETTLE_MS = 150;
const WATCHED = ['site', 'enquiry', 'release', 'runtime', 'publish', 'vite.config.ts'];

const { values } = readArguments('npm run dev -- [--content DIR] [--site DIR]', {
  options: {
    content: { type: 'string' },
    site: { type: 'string', default: '.cache/dev' },
  },
});
const contentDir = values.content ?? readFolders().CONTENT_DIR;

process.chdir(resolve(import.meta.dirname, '..'));
let timer: NodeJS.Timeout | undefined;
let running = publish();
await running;
const server = spawn(process.execPath, ['--watch', 'server/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, SITE_DIR: values.site },
});
process.on('exit', () => server.kill());
// Without this a signal would end this process but not the server.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit());
for (const dir of [contentDir, ...WATCHED]) {
  watch(dir, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(publish);
    }, SETTLE_MS);
  });
}

/**
 * Publishes with the code as it is on disk now (`publish-dev-release.ts`). After an error the
 * previous release stays online.
 */
async function publish(): Promise<void> {
  const args = ['publish/publish-dev-release.ts', contentDir, values.site];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  await once(child, 'exit');
}
