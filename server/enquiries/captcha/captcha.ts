import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ReleaseManifest } from '../../../release/manifest.ts';
import type { Settings } from '../../../runtime/settings.ts';
import { createAltcha } from './altcha.ts';
import { createProviderCaptcha } from './provider.ts';
import { readOrCreate } from './read-or-create.ts';

type CaptchaVerdict =
  /**
   * `nonce` is stored with the enquiry, so that the result cannot be used twice. `workFactor` is
   * the work of the challenge, as a multiple of the usual work.
   */
  | { kind: 'passed'; nonce: string; expiresAtMs: number; workFactor: number }
  | { kind: 'refused' }
  | { kind: 'unreachable'; reason: string };

export interface Captcha {
  /** This promise never rejects. */
  verify(result: string, nowMs: number): Promise<CaptchaVerdict>;
  /**
   * Creates a challenge; only ALTCHA needs one. `workFactor` is its work, as a multiple of the usual
   * work.
   */
  createChallenge?(nowMs: number, workFactor: number): Promise<object>;
}

export function createCaptcha(
  { captcha: { provider }, siteUrl }: ReleaseManifest,
  { CORS_ORIGINS }: Settings,
  secret: string,
): Captcha {
  if (provider === 'altcha') return createAltcha(secret);
  const addresses = [siteUrl, ...CORS_ORIGINS];
  const hostnames = new Set(addresses.map((address) => new URL(address).hostname));
  return createProviderCaptcha({ provider, secret, hostnames });
}

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
