/**
 * `npm run build`: publishes `content/` into `dist/`, which a server (or a static host) serves.
 *
 * `--if-changed` does nothing when nothing has changed since the last time. `--content DIR` and
 * `--dist DIR` name other folders. `--quick-start`, where nothing is published yet, publishes a draft,
 * and once more in full beside what comes next, the server. What fails leaves the
 * release in force as it was.
 */
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ContentError, describeFinding } from './content/finding.ts';
import { startFrugally } from './frugal-start.ts';
import type { PublishProgress } from './progress.ts';

startFrugally();
// Only now: it takes a while to load.
const { publishRelease } = await import('./publish-release.ts');
const { currentRelease } = await import('./releases.ts');

const { values } = parseArgs({
  options: {
    'if-changed': { type: 'boolean', default: false },
    'quick-start': { type: 'boolean', default: false },
    content: { type: 'string', default: 'content' },
    dist: { type: 'string', default: 'dist' },
  },
});

process.chdir(resolve(import.meta.dirname, '..'));
const startedAt = performance.now();
try {
  const isDraft = values['quick-start'] && (await currentRelease(values.dist)) === undefined;
  const { warnings } = await publishRelease({
    contentDir: values.content,
    distDir: values.dist,
    cacheDir: '.cache',
    onlyIfChanged: values['if-changed'],
    isDraft,
    onProgress: print,
  });
  for (const warning of warnings) console.log(describeFinding(warning));
  step('done');
  if (isDraft) publishInFull();
} catch (error) {
  // A mistake in the content is the caterer's to mend: the message says it all, a trace only hides it.
  console.error(error instanceof ContentError ? error.message : error);
  process.exitCode = 1;
}

/** Beside the server, which moves over to it by itself, and in what it leaves of the processor. */
function publishInFull() {
  step('Photos in full follow beside the site, which changes over by itself.');
  const { execPath, execArgv } = process;
  const args = [
    import.meta.filename,
    '--if-changed',
    '--content',
    values.content,
    '--dist',
    values.dist,
  ];
  const publisher = spawn(execPath, [...execArgv, ...args], { stdio: 'inherit' });
  if (publisher.pid) setPriority(publisher.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  publisher.unref();
}

function print({ step: name, n, of }: PublishProgress) {
  step(n === undefined ? name : `${name} ${n} of ${of}`);
}

function step(name: string) {
  console.log(`[${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s] ${name}`);
}
