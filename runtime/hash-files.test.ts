import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { hashFiles } from './hash-files.ts';

let parent = '';
beforeEach(async () => {
  // Brackets and braces have a special meaning in globs.
  parent = join(await temporaryFolder(), '[a]{b,c}');
  await mkdir(parent);
});

test('a hash changes with the content and the name of any file', async () => {
  const hashes = new Set<string>();
  for (const text of ['1', '2']) {
    await writeFile(join(parent, 'a.yaml'), text);
    hashes.add(await hashFiles(parent));
  }
  await rename(join(parent, 'a.yaml'), join(parent, 'b.yaml'));
  hashes.add(await hashFiles(parent));
  expect(hashes.size).toBe(3);
});

test('a hash changes with the version of Node', async () => {
  await writeFile(join(parent, 'a.yaml'), '1');
  const before = await hashFiles(parent);
  vi.spyOn(process, 'version', 'get').mockReturnValue('v99.0.0');
  expect(await hashFiles(parent)).not.toBe(before);
});
