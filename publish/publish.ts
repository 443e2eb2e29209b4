/**
 * `npm run build`: publishes the content into a release, for the server or a static host. The folders
 * are the settings CONTENT_DIR and SITE_DIR, as for the server.
 *
 * `--if-changed` does nothing if nothing has changed. `--content` and `--dist` name other folders.
 */
import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { readFolders, SettingsError } from '../server/settings.ts';
import { ContentError, describeFinding } from './content/finding.ts';
import { type PublishProgress, publishRelease } from './publish-release.ts';

const { values } = parseArgs({
  options: {
    'if-changed': { type: 'boolean', default: false },
    content: { type: 'string' },
    dist: { type: 'string' },
  },
});
const startedAt = performance.now();
let current: PublishProgress['step'] | undefined;
try {
  const { CONTENT_DIR, SITE_DIR } = readFolders();
  process.chdir(resolve(import.meta.dirname, '..'));
  const { id, warnings } = await publishRelease({
    contentDir: values.content ?? CONTENT_DIR,
    distDir: values.dist ?? SITE_DIR,
    cacheDir: '.cache',
    onlyIfChanged: values['if-changed'],
    onProgress({ step, n, of }) {
      if (step === 'photos') print(`photo ${n} of ${of}`);
      else if (step !== current) print(step);
      current = step;
    },
  });
  for (const warning of warnings) console.log(`\n${describeFinding(warning)}`);
  print(`release ${id}`);
} catch (error) {
  // The caterer's and the operator's mistakes need no stack trace.
  const isExpected = error instanceof ContentError || error instanceof SettingsError;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}

function print(text: string): void {
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`[${seconds.toFixed(1).padStart(5)} s] ${text}`);
}
