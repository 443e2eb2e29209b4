/**
 * `npm run dev`: publishes after every change of the content (CONTENT_DIR) or the code, and serves the result with
 * the production server, so that routes, headers and the 404 page are the same. Open pages reload
 * automatically.
 *
 * `--content DIR` and `--dist DIR` name other folders.
 */
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readFolders } from '../server/settings.ts';
import { styleGuidePages } from '../site/style-guide/style-guide-pages.ts';
import { ContentError } from './content/finding.ts';
import { publishRelease } from './publish-release.ts';

/** Debounce: editors save in several steps. */
const SETTLE_MS = 150;
const CODE = ['site', 'enquiry', 'publish', 'vite.config.ts'];

const { values } = parseArgs({
  options: {
    content: { type: 'string', default: readFolders().CONTENT_DIR },
    dist: { type: 'string', default: '.cache/dev' },
  },
});

process.chdir(resolve(import.meta.dirname, '..'));
let timer: NodeJS.Timeout | undefined;
let running = publish();
await running;
const server = spawn(process.execPath, ['--watch', 'server/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, SITE_DIR: values.dist },
});
process.on('exit', () => server.kill());
// Otherwise a signal would end this process but not the server.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit());
for (const dir of [values.content, ...CODE]) {
  watch(dir, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(publish);
    }, SETTLE_MS);
  });
}

/** After an error the last release stays online. */
async function publish(): Promise<void> {
  const startedAt = performance.now();
  try {
    await publishRelease({
      contentDir: values.content,
      distDir: values.dist,
      cacheDir: '.cache',
      onlyIfChanged: true,
      isPreview: true,
      extraPages: styleGuidePages,
      entries: { browser: 'publish/reload.ts' },
    });
    console.log(`Published in ${Math.round(performance.now() - startedAt)} ms`);
  } catch (error) {
    console.error(error instanceof ContentError ? error.message : error);
  }
}
