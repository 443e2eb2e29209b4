import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { ContentError } from './content-error.ts';
import { loadContent } from './load-content.ts';

/** A copy of the sample content for each test of a file, to break. */
export function copyContentForEachTest() {
  let contentDir = '';

  // The photos are empty files: only their names matter here.
  beforeEach(async () => {
    contentDir = await mkdtemp(join(tmpdir(), 'content-'));
    await cp('content', contentDir, {
      recursive: true,
      filter: (source) => !/\.(?:jpe?g|png|md)$/i.test(source),
    });
    for (const photo of await readdir('content/photos')) {
      if (!photo.endsWith('.yaml')) await writeFile(join(contentDir, 'photos', photo), '');
    }
  });
  afterEach(() => rm(contentDir, { recursive: true, force: true }));

  return {
    path: (file = '') => join(contentDir, file),

    /** Replaces the first occurrence in a file, and makes sure there was one. */
    async edit(file: string, from: string | RegExp, to: string) {
      const before = await readFile(join(contentDir, file), 'utf8');
      const after = before.replace(from, to);
      expect(after, `${from} not found in ${file}`).not.toBe(before);
      await writeFile(join(contentDir, file), after);
    },

    async loadProblems(): Promise<ContentError> {
      const error = await loadContent(contentDir).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(ContentError);
      return error as ContentError;
    },
  };
}
