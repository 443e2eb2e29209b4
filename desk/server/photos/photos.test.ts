import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { eraseFromBin, listBin, putInBin } from '../content/recycle-bin.ts';
import type { Folders } from '../desk-folders.ts';
import type { RunTask } from '../tasks.ts';
import { scalePhoto } from './photos.ts';

test('a photo that is erased from the bin while its thumbnail is made leaves no copy', async () => {
  const root = await temporaryFolder();
  const [contentDir, siteDir, cacheDir, deskDir] = ['content', 'dist', 'cache', 'desk'].map(
    (name) => join(root, name),
  ) as [string, string, string, string];
  const folders: Folders = { contentDir, siteDir, cacheDir, deskDir };
  await putInBin(folders, { path: 'photos/taart.jpg' }, (file) => writeFile(file, 'taart'));
  const [entry] = await listBin(folders);
  if (!entry) throw new Error('the bin is empty');
  const runTask = (async () => {
    await eraseFromBin(folders, entry);
    return Buffer.from('taart');
  }) as unknown as RunTask;
  const scaled = scalePhoto(runTask, entry.file, `${entry.file}.jpg`);
  await expect(scaled).rejects.toMatchObject({ status: 404 });
  expect(await readdir(join(deskDir, 'bin'))).toEqual([]);
});
