import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../tests/temporary-folder.ts';
import { readCaptchaSecret } from './captcha.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});

it('is made at the first start and kept', async () => {
  const dataDir = join(folder, 'data');
  const first = await readCaptchaSecret('', dataDir);
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(await readCaptchaSecret('', dataDir)).toBe(first);
});

it('is one secret when several servers start at once', async () => {
  const secrets = await Promise.all(
    Array.from({ length: 20 }, () => readCaptchaSecret('', folder)),
  );
  expect(new Set(secrets).size).toBe(1);
  expect(await readdir(folder)).toEqual(['captcha-secret']);
});

it('that was damaged stops the start with the next step', async () => {
  await writeFile(join(folder, 'captcha-secret'), '');
  await expect(readCaptchaSecret('', folder)).rejects.toThrow(/is damaged: remove it/);
});
