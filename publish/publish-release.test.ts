import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  currentFileOf,
  manifestFileOf,
  publicDirOf,
  releaseDirOf,
  releasesDirOf,
} from '../release/site-folder.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { publishRelease } from './publish-release.ts';

test('publishing keeps the release that it replaces, also one to which a rollback returned', async () => {
  const siteDir = await temporaryFolder();
  const ids = ['20250101', '20250102', '20250103'].map((day) => `${day}T120000000Z-cafe0000`);
  for (const id of ids) {
    const dir = releaseDirOf(siteDir, id);
    await mkdir(publicDirOf(dir), { recursive: true });
    await writeFile(manifestFileOf(dir), '{}');
  }
  const [, online = ''] = ids;
  await writeFile(currentFileOf(siteDir), `${online}\n`);
  const { id } = await publishRelease({
    contentDir: 'tests/fixtures/older-content',
    siteDir,
    cacheDir: '.cache',
    isPreview: true,
  });
  const left = await readdir(releasesDirOf(siteDir));
  expect(left).not.toContain(ids[0]);
  expect(left).toEqual(expect.arrayContaining([online, id]));
  expect(await readdir(releaseDirOf(siteDir, online))).toContain('public');
});
