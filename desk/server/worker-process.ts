/** Runs the task in its argument (`worker.ts`). */
import process from 'node:process';
import { buffer } from 'node:stream/consumers';
import { ContentError } from '../../publish/content/finding.ts';
import { RefusalError } from './refusal.ts';
import { REFUSED, type Task } from './worker.ts';

try {
  await run(JSON.parse(process.argv[2] ?? ''));
} catch (error) {
  const message = messageFor(error);
  if (!message) throw error;
  process.exitCode = REFUSED;
  process.stderr.write(message);
}

/** The modules are large: each task loads its own. */
async function run(task: Task): Promise<void> {
  switch (task.kind) {
    case 'publish': {
      const { publishRelease } = await import('../../publish/publish-release.ts');
      const onProgress = (progress: object) => console.log(JSON.stringify(progress));
      console.log((await publishRelease({ ...task, onProgress })).id);
      break;
    }
    case 'bundle': {
      const { bundleApp } = await import('../app/bundle-app.ts');
      console.log(await bundleApp(task.cacheDir));
      break;
    }
    case 'photo': {
      const { convertPhoto } = await import('./photos/convert-photo.ts');
      process.stdout.write(await convertPhoto(await buffer(process.stdin), task));
    }
  }
}

/** A sentence for the caterer; undefined for a fault. */
function messageFor(error: unknown): string | undefined {
  if (error instanceof RefusalError) return error.message;
  if (!(error instanceof ContentError)) return undefined;
  const errors = error.findings.filter(({ severity }) => severity === 'error');
  const lines = errors.map(({ file, message }) => `${file}: ${message}`);
  return `Er klopt nog iets niet. ${lines.join(' ')}`;
}
