/** Runs one task a message, until the desk ends it. */
import process from 'node:process';
import { ContentError } from '../../publish/content/finding.ts';
import { RefusalError } from './refusal.ts';
import type { Message, Task } from './worker.ts';

const send = (message: Message) => process.send?.(message);

process.on('message', async (task: Task) => {
  try {
    send({ kind: 'done', answer: await run(task) });
  } catch (error) {
    send(describe(error));
  }
});
// The desk has ended.
process.on('disconnect', () => process.exit());

/** The modules are large: each task loads its own. */
async function run(task: Task): Promise<string> {
  switch (task.kind) {
    case 'publish': {
      const { publishRelease } = await import('../../publish/publish-release.ts');
      const { id } = await publishRelease({
        ...task,
        onProgress: (progress) => send({ kind: 'progress', progress }),
      });
      return id;
    }
    case 'bundle': {
      const { bundleApp } = await import('../app/bundle-app.ts');
      return bundleApp(task.cacheDir);
    }
    case 'convert':
    case 'copy': {
      const { convertPhoto, copyPhoto } = await import('./photos/convert-photo.ts');
      await (task.kind === 'convert' ? convertPhoto(task) : copyPhoto(task));
      return task.output;
    }
  }
}

function describe(error: unknown): Message {
  if (error instanceof RefusalError) {
    return { kind: 'refused', status: error.status, message: error.message };
  }
  if (error instanceof ContentError) {
    const errors = error.findings.filter(({ severity }) => severity === 'error');
    const lines = errors.map(({ file, line, message }) =>
      [file, line && `regel ${line}`].filter(Boolean).join(', ').concat(`: ${message}`),
    );
    return { kind: 'refused', status: 422, message: `Er klopt nog iets niet. ${lines.join(' ')}` };
  }
  return { kind: 'failed', error: error instanceof Error ? (error.stack ?? '') : `${error}` };
}
