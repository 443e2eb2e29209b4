import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../tests/temporary-folder.ts';
import { readCaptchaSecret } from './captcha.ts';

it('the captcha secret is created at the first start and kept', async () => {
  const dataDir = join(await temporaryFolder(), 'data');
  const first = await readCaptchaSecret('', dataDir);
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(await readCaptchaSecret('', dataDir)).toBe(first);
});

it('concurrent starts create one captcha secret', async () => {
  const folder = await temporaryFolder();
  const secrets = await Promise.all(
    Array.from({ length: 20 }, () => readCaptchaSecret('', folder)),
  );
  expect(new Set(secrets).size).toBe(1);
  expect(await readdir(folder)).toEqual(['captcha-secret']);
});

it('a damaged captcha secret stops the start and names the next step', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'captcha-secret'), '');
  await expect(readCaptchaSecret('', folder)).rejects.toThrow(/is damaged: remove it/);
});
