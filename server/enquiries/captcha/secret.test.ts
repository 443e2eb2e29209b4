import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readCaptchaSecret } from './captcha.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'website-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('is made at the first start and kept, for the server alone', async () => {
  const dataDir = join(folder, 'data');
  const first = await readCaptchaSecret('', dataDir);
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(await readCaptchaSecret('', dataDir)).toBe(first);
  expect((await stat(join(dataDir, 'captcha-secret'))).mode & 0o777).toBe(0o600);
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
