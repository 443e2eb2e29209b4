import { cpSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect } from 'vitest';
import type { Finding } from '../../../publish/content/finding.ts';
import { loadContent } from '../../../publish/content/load-content.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { FIXTURE_CONTENT_DIR } from './fixture-content.ts';

/** Makes a copy of the test caterer's content for each test, which the test may break. */
export function copyContentForEachTest(source = FIXTURE_CONTENT_DIR) {
  let contentDir = '';

  beforeEach(async () => {
    contentDir = await temporaryFolder();
    // The synchronous copy takes a third of the time of the asynchronous one.
    cpSync(source, contentDir, { recursive: true });
  });

  return {
    path: (file = '') => join(contentDir, file),

    /** Replaces the first occurrence in a file, and makes sure there was one. */
    async edit(file: string, from: string | RegExp, to: string) {
      const before = await readFile(join(contentDir, file), 'utf8');
      const after = before.replace(from, () => to);
      expect(after, `${from} not found in ${file}`).not.toBe(before);
      await writeFile(join(contentDir, file), after);
    },

    load: () => loadContent(contentDir),

    /** The errors or warnings, each in one line. */
    async findings(severity: Finding['severity'] = 'error'): Promise<string[]> {
      const { findings } = await loadContent(contentDir);
      return findings.filter((one) => one.severity === severity).map(inOneLine);
    },
  };
}

/** 'company.yaml postalAddresses.0.town: message' */
function inOneLine({ file, path, message }: Finding): string {
  return `${[file, path.join('.')].filter(Boolean).join(' ')}: ${message}`;
}
