import { type FileHandle, open, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { Variant } from './site-files.ts';

/** Larger files are streamed from disk. All but full-screen photos are smaller. */
const LARGEST_KEPT_BYTES = 512 * 1024;
const KEPT_BYTES = 32 * 1024 * 1024;

/** A file has not the size it had when the release was read: nothing of it may pass for the whole. */
export class TornFileError extends Error {}

type Wanted = Pick<Variant, 'path' | 'sizeBytes' | 'content'>;

export interface FileContents {
  /** A file's content, where it is in memory: a document, or what was asked for lately. */
  kept(file: Wanted): Buffer | undefined;
  /**
   * Reads it from disk, and keeps it if it is small.
   *
   * @returns undefined when the file is gone
   * @throws TornFileError; a stream ends with it
   */
  read(file: Wanted): Promise<Buffer | Readable | undefined>;
}

export function createFileContents(): FileContents {
  const kept = new LRUCache<string, Buffer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (content) => Math.max(1, content.length),
  });
  return {
    kept: ({ path, content }) => content ?? kept.get(path),
    async read({ path, sizeBytes }) {
      try {
        if (sizeBytes > LARGEST_KEPT_BYTES) {
          return Readable.from(wholeFile(await open(path), sizeBytes), { objectMode: false });
        }
        const content = await readFile(path);
        if (content.length !== sizeBytes) throw new TornFileError();
        kept.set(path, content);
        return content;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
  };
}

async function* wholeFile(file: FileHandle, sizeBytes: number): AsyncGenerator<Buffer> {
  let sentBytes = 0;
  // Closes the file, also when the reader goes away half-way.
  for await (const chunk of file.createReadStream({ end: sizeBytes - 1 })) {
    sentBytes += chunk.length;
    yield chunk;
  }
  if (sentBytes < sizeBytes) throw new TornFileError();
}
