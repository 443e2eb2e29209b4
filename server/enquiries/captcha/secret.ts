import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The secret that signs captchas: the setting, or one that is generated at the first start and
 * stored in `dataDir`, readable only by the server's user.
 */
export async function readCaptchaSecret(setting: string, dataDir: string): Promise<string> {
  if (setting !== '') return setting;
  const file = join(dataDir, 'captcha-secret');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const made = randomBytes(32).toString('hex');
  await writeFile(file, made, { mode: 0o600, flag: 'wx' }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const secret = (await readFile(file, 'utf8')).trim();
  if (secret.length >= 20) return secret;
  throw new Error(`${file} is damaged: remove it, and a new one is made at the next start.`);
}
