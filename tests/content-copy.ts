import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { ContentError, type ContentProblem } from '../publish/content/content-error.ts';
import { loadContent } from '../publish/content/load-content.ts';
import { FIXTURE_CONTENT_DIR } from './fixture-content.ts';

/** A copy of the test caterer's content for each test, to break. */
export function copyContentForEachTest(source = FIXTURE_CONTENT_DIR) {
  let contentDir = '';

  beforeEach(async () => {
    contentDir = await mkdtemp(join(tmpdir(), 'content-'));
    // A third of what the promise costs.
    cpSync(source, contentDir, { recursive: true });
  });
  afterEach(() => rm(contentDir, { recursive: true, force: true }));

  return {
    path: (file = '') => join(contentDir, file),

    /** Replaces the first occurrence in a file, and makes sure there was one. */
    async edit(file: string, from: string | RegExp, to: string) {
      const before = await readFile(join(contentDir, file), 'utf8');
      const after = before.replace(from, () => to);
      expect(after, `${from} not found in ${file}`).not.toBe(before);
      await writeFile(join(contentDir, file), after);
    },

    async load() {
      const warnings: ContentProblem[] = [];
      return { content: await loadContent(contentDir, warnings), warnings };
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

/** Where a mistake stands, in one line: 'company.yaml postalAddresses.0.town'. */
export function placeOf({ file, field = [] }: ContentProblem): string {
  return [file, field.join('.')].filter(Boolean).join(' ');
}
