import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The secret that signs captchas and hashes the limits' keys: the setting, or one that is made at
 * the first start and kept in `dataDir`, readable by the server's user alone.
 */
export async function readCaptchaSecret(setting: string, dataDir: string): Promise<string> {
  if (setting !== '') return setting;
  const file = join(dataDir, 'captcha-secret');
  await mkdir(dataDir, { recursive: true });
  if (!existsSync(file)) {
    // Whole or not at all: of several servers that start at once, one sets the name, and no other
    // reads a file that is still empty.
    const draft = `${file}.${randomUUID()}`;
    await writeFile(draft, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
    try {
      await link(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      await unlink(draft);
    }
  }
  const secret = (await readFile(file, 'utf8')).trim();
  if (secret.length < 20) {
    throw new Error(`${file} is damaged: remove it, and a new one is made at the next start.`);
  }
  return secret;
}
