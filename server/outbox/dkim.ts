import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Settings, SettingsError } from '../settings.ts';

/** Signs mails as of the sender's domain (RFC 6376). */
export interface DkimKey {
  /** Where the public key stands in DNS: `{selector}._domainkey.{domain}`. */
  selector: string;
  /** PEM. */
  privateKey: string;
  /** As DNS has it: base64 without line ends. */
  publicKey: string;
}

/**
 * Reads the key that `DKIM_KEY_FILE` names.
 *
 * @returns undefined when the settings name none
 * @throws SettingsError in one line, without a word of the key
 */
export function readDkimKey({
  dkimKeyFile,
  dkimSelector,
}: Pick<Settings, 'dkimKeyFile' | 'dkimSelector'>): DkimKey | undefined {
  if (dkimKeyFile === '') return undefined;
  const privateKey = readPem(dkimKeyFile);
  try {
    const key = createPrivateKey(privateKey);
    if (key.asymmetricKeyType !== 'rsa') throw new Error('not RSA');
    const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
    return { selector: dkimSelector, privateKey, publicKey: publicKey.toString('base64') };
  } catch {
    throw new SettingsError(
      `DKIM_KEY_FILE: ${dkimKeyFile} holds no RSA key; expected what 'openssl genrsa 2048' prints.`,
    );
  }
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingsError(`DKIM_KEY_FILE: ${file} cannot be read (${code}).`);
  }
}
