/**
 * `npm run build`: publishes `content/` into `dist/`, for the server or a static host.
 *
 * `--if-changed` does nothing if nothing has changed. `--content` and `--dist` name other folders.
 */
import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { ContentError, describeFinding } from './content/finding.ts';
import { type PublishProgress, publishRelease } from './publish-release.ts';

const { values } = parseArgs({
  options: {
    'if-changed': { type: 'boolean', default: false },
    content: { type: 'string', default: 'content' },
    dist: { type: 'string', default: 'dist' },
  },
});

process.chdir(resolve(import.meta.dirname, '..'));
const startedAt = performance.now();
let current: PublishProgress['step'] | undefined;
try {
  const { id, warnings } = await publishRelease({
    contentDir: values.content,
    distDir: values.dist,
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
  // Content errors need no stack trace.
  console.error(error instanceof ContentError ? error.message : error);
  process.exitCode = 1;
}

function print(text: string): void {
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`[${seconds.toFixed(1).padStart(5)} s] ${text}`);
}
