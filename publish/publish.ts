/**
 * `npm run build`: publishes `content/` into `dist/`, which a server (or a static host) serves.
 *
 * `--if-changed` does nothing when nothing has changed since the last time. `--content DIR` and
 * `--dist DIR` name other folders. What fails leaves the release in force as it was.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ContentError } from './content/content-error.ts';
import { startFrugally } from './frugal-start.ts';

startFrugally();
// Only now: it takes a while to load.
const { publishRelease } = await import('./publish-release.ts');

const { values } = parseArgs({
  options: {
    'if-changed': { type: 'boolean', default: false },
    content: { type: 'string', default: 'content' },
    dist: { type: 'string', default: 'dist' },
  },
});

process.chdir(resolve(import.meta.dirname, '..'));
const startedAt = performance.now();
try {
  await publishRelease({
    contentDir: values.content,
    distDir: values.dist,
    cacheDir: '.cache',
    onlyIfChanged: values['if-changed'],
    onProgress: step,
  });
  step('done');
} catch (error) {
  // A mistake in the content is the caterer's to mend: the message says it all, a trace only hides it.
  console.error(error instanceof ContentError ? error.message : error);
  process.exitCode = 1;
}

function step(name: string) {
  console.log(`[${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s] ${name}`);
}
