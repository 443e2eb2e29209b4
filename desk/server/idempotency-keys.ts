import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../publish/folders.ts';
import { readIfExists, saveFile } from './desk-folders.ts';

/* Remembers the idempotency keys of saves across restarts. */

/** A line of `saves.jsonl`. */
type Line = Started | { id: string; isWritten: true };

interface Started {
  id: string;
  /** 'pages/home.yaml' */
  path: string;
  /** The hash of the file after this save; null when the save removes the file. */
  after: string | null;
}

export type IdempotencyKeys = Awaited<ReturnType<typeof openIdempotencyKeys>>;

/** How many ids are kept. Their lines take about two megabytes. */
const KEEP = 10_000;

/** @param hashNow returns the hash of a file as it is now; null when there is none */
export async function openIdempotencyKeys(
  deskDir: string,
  hashNow: (path: string) => Promise<string | null>,
) {
  const file = join(deskDir, 'saves.jsonl');
  const bytes = await readIfExists(file);
  const written = new Set<string>();
  const started = new Map<string, Started>();
  for (const text of bytes?.toString().split('\n') ?? []) {
    const line = parseLine(text);
    if (!line) continue;
    if ('path' in line) started.set(line.id, line);
    else written.add(line.id);
  }
  // A save without an end was cut off by a kill; the file's hash tells whether it was written.
  for (const { id, path, after } of started.values()) {
    if (!written.has(id) && (await hashNow(path)) === after) written.add(id);
  }
  const ids = [...written].slice(-KEEP);
  if (bytes) {
    const lines = ids.map((id) => `\n${JSON.stringify({ id, isWritten: true } satisfies Line)}`);
    await saveFile(file, lines.join(''));
  } else {
    await mkdir(deskDir, { recursive: true });
    await writeFile(file, '', { flag: 'a' });
    await syncFolder(deskDir);
  }

  /**
   * Appends a line. It begins with a line break, because a full disk may have cut the previous line
   * short.
   */
  const append = (line: Line, flush: boolean) =>
    appendFile(file, `\n${JSON.stringify(line)}`, { flush });

  return {
    isWritten: (id: string) => written.has(id),

    /** Writes a file once, or knows after a restart that it was written. */
    async write(save: Started, writeFile: () => Promise<void>): Promise<void> {
      await append(save, true);
      try {
        await writeFile();
      } catch (error) {
        // The write may fail after the rename.
        const isThere = await hashNow(save.path).then(
          (hash) => hash === save.after,
          () => false,
        );
        if (isThere) written.add(save.id);
        throw error;
      }
      written.add(save.id);
      // This line may be lost: the hash tells the same until the next save of this file.
      await append({ id: save.id, isWritten: true }, false).catch(() => {});
    },
  };
}

function parseLine(text: string): Line | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The line was cut short, or is empty.
  }
}
