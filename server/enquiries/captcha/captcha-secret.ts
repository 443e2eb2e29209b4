import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readOrCreate } from './read-or-create.ts';

/**
 * Reads the secret that signs captchas: the setting, or the one that the first start made in
 * `dataDir`.
 */
export async function readCaptchaSecret(setting: string, dataDir: string): Promise<string> {
  if (setting !== '') return setting;
  const file = join(dataDir, 'captcha-secret');
  const isUsable = (secret: string) => secret.length >= 20;
  return readOrCreate(file, isUsable, () => randomBytes(32).toString('hex'));
}
