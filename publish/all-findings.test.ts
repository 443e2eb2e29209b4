import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { copyContentForEachTest } from '../tests/support/content/content-copy.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { ContentError } from './content/finding.ts';
import { publishRelease } from './publish-release.ts';

const content = copyContentForEachTest();

/** The files in which publishing reports an error, each once. */
async function filesWithErrors(): Promise<string[]> {
  const publishing = publishRelease({
    contentDir: content.path(),
    siteDir: await temporaryFolder(),
    cacheDir: '.cache',
    isPreview: true,
  });
  const error = await publishing.catch((failed: unknown) => failed);
  if (!(error instanceof ContentError)) throw error;
  const errors = error.findings.filter(({ severity }) => severity === 'error');
  return [...new Set(errors.map(({ file }) => file))].toSorted();
}

test('unreadable photos and logos are named together', async () => {
  await breakImages();
  expect(await filesWithErrors()).toEqual([
    'brand/logo-petit.svg',
    'brand/mesange.svg',
    'photos/colline.jpg',
    'photos/nuage.jpg',
  ]);
});

test('unreadable photos and logos are named with the errors of the files', async () => {
  await breakImages();
  await content.edit('site.yaml', 'copyrightYear: 2025', 'copyrightYear: "2025"');
  await content.edit('pages/carte.yaml', 'title: La carte', 'title: ');
  expect(await filesWithErrors()).toEqual([
    'brand/logo-petit.svg',
    'brand/mesange.svg',
    'pages/carte.yaml',
    'photos/colline.jpg',
    'photos/nuage.jpg',
    'site.yaml',
  ]);
});

async function breakImages() {
  await writeFile(content.path('photos/colline.jpg'), 'no photo');
  await writeFile(content.path('photos/nuage.jpg'), '');
  await writeFile(content.path('brand/logo-petit.svg'), '<svg><script/></svg>');
  await writeFile(content.path('brand/mesange.svg'), 'no drawing');
}
