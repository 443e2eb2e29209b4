import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { readCaptchaSecret } from './captcha-secret.ts';

test('the captcha secret is created at the first start and kept', async () => {
  const dataDir = join(await temporaryFolder(), 'data');
  const first = await readCaptchaSecret('', dataDir);
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(await readCaptchaSecret('', dataDir)).toBe(first);
});

// Files of these lengths were left by a kill or a full disk.
test.each([undefined, '', 'half'])(
  'concurrent starts create one captcha secret where the file has %j',
  async (left) => {
    for (let round = 0; round < 20; round += 1) {
      const folder = await temporaryFolder();
      if (left !== undefined) await writeFile(join(folder, 'captcha-secret'), left);
      const secrets = await Promise.all(
        Array.from({ length: 20 }, () => readCaptchaSecret('', folder)),
      );
      expect(new Set(secrets).size).toBe(1);
      expect(secrets[0]).toMatch(/^[0-9a-f]{64}$/);
      expect(await readCaptchaSecret('', folder)).toBe(secrets[0]);
      expect(await readdir(folder)).toEqual(['captcha-secret']);
    }
  },
);
