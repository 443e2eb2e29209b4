import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test, vi } from 'vitest';
import { currentFileOf, manifestFileOf, releaseDirOf } from '../../../release/site-folder.ts';
import { publishTestRelease, TEST_RELEASE } from '../../../tests/support/content/test-release.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { openVisits } from './visits.ts';

test('the desk knows whether the site counts visits only while it can read what is online', async () => {
  const SITE_DIR = join(await temporaryFolder(), 'dist');
  const visits = openVisits({ SITE_DIR }, { readVisits: async () => [] });
  const isCounting = async () => (await visits.read()).isCounting;
  for (const countsVisits of [true, false]) {
    await publishTestRelease(SITE_DIR, { ...TEST_RELEASE, countsVisits });
    expect(await isCounting()).toBe(countsVisits);
  }
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(console, 'error').mockReturnValue();
  await writeFile(manifestFileOf(releaseDirOf(SITE_DIR, TEST_RELEASE.id)), '{');
  expect(await isCounting()).toBeUndefined();
  await rm(currentFileOf(SITE_DIR));
  expect(await isCounting()).toBe(false);
});
