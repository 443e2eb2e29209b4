import type { ReleaseManifest } from '../../../release/manifest.ts';
import type { Settings } from '../../../runtime/settings.ts';
import { createAltcha } from './altcha.ts';
import type { Captcha } from './captcha.ts';
import { createProviderCaptcha } from './provider.ts';

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
