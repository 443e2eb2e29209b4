import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readRelease } from '../runtime/read-release.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { publishRelease } from './publish-release.ts';

/** The content of the prototype of 22 November 2026, with small photos. */
const CONTENT_DIR = 'tests/fixtures/older-content';

test('content of the prototype is published, with warnings about omissions', async () => {
  const siteDir = await temporaryFolder();
  const { id, warnings } = await publishRelease({
    contentDir: CONTENT_DIR,
    siteDir,
    cacheDir: '.cache',
    isPreview: true,
  });
  const { manifest, publicDir } = await readRelease(siteDir, id);
  const paths = manifest.pages.map(({ path }) => path).toSorted();
  expect(paths).toEqual([
    '/bedrijfsfeest',
    '/feesten',
    '/home',
    '/info',
    '/privacy',
    '/schoolcatering',
  ]);
  const leftOut = warnings.filter(({ message }) => message.includes('blijft weg'));
  expect(leftOut.map(({ file, path }) => `${file} ${path.join('.')}`)).toEqual(
    expect.arrayContaining([
      'site.yaml ownWords',
      'messages.yaml shell.nearestPage',
      // A kind of section that only the prototype had.
      'pages/toegankelijkheid.yaml sections.0.kind',
    ]),
  );
  // A label that differs from the default is kept.
  const messages = parse(await readFile(join(CONTENT_DIR, 'messages.yaml'), 'utf8'));
  expect(manifest.enquiry.labels.message).toBe(messages.fields.message);
  const home = await readFile(join(publicDir, 'home.html'), 'utf8');
  expect(home).toContain('Schuif maar aan');
});
