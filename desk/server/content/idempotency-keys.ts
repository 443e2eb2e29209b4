import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfExists, saveFile } from '../desk-files.ts';
import { logError } from '../desk-log.ts';

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
const MAX_KEYS = 10_000;

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
  // A save without a second line was interrupted; the file's hash tells whether it was written.
  for (const { id, path, after } of started.values()) {
    if (!written.has(id) && (await hashNow(path)) === after) written.add(id);
  }
  const lines = [...written]
    .slice(-MAX_KEYS)
    .map((id) => `\n${JSON.stringify({ id, isWritten: true } satisfies Line)}`);
  let isCompacted = false;

  /** Creates the file, or replaces it with a shorter one. */
  async function compact() {
    await saveFile(file, lines.join(''));
    isCompacted = true;
  }

  // The desk must start on a full disk, so that the caterer can read enquiries. The next save tries
  // again.
  await compact().catch((error) => logError(error, 'the ids of saves could not be compacted'));

  /**
   * Appends a line, with a line break before it because a full disk may have truncated the previous
   * line.
   */
  const append = (line: Line, flush: boolean) =>
    appendFile(file, `\n${JSON.stringify(line)}`, { flush });

  return {
    isWritten: (id: string) => written.has(id),

    /** Writes a file, and remembers across restarts that this save has written it. */
    async write(save: Started, writeFile: () => Promise<void>): Promise<void> {
      if (!isCompacted) await compact();
      await append(save, true);
      try {
        await writeFile();
      } catch (error) {
        // A write that failed may still have renamed the file into place.
        const isThere = await hashNow(save.path).then(
          (hash) => hash === save.after,
          () => false,
        );
        if (isThere) written.add(save.id);
        throw error;
      }
      written.add(save.id);
      // Losing this line does no harm: until the next save of this file, the hash of the file shows
      // that this save was written.
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
