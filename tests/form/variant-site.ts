import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { parseDocument } from 'yaml';
import type { Release } from '../../enquiry/release.ts';
import { openApp } from '../../server/app.ts';
import { createLog } from '../../server/log.ts';
import { parseSettings } from '../../server/settings.ts';
import { captchaThat, passed } from '../captcha-double.ts';
import { CONTENT_DIR } from '../support/site.ts';

export type Provider = Exclude<Release['captcha']['provider'], 'altcha'>;

/** Overrides for `site.yaml`. */
export type Variant = { provider: Provider } | { apiBase: string };

/** The fixture, published with another `site.yaml`, and a server for it. */
export interface VariantSite {
  url: string;
  /** Captcha results that this server was asked to verify; it accepts all. */
  verified: string[];
  stop(): Promise<void>;
}

/** Public key of every variant with a provider. */
export const SITE_KEY = 'public key of the test';

/** @param name of the folder that caches the variant between runs */
export async function startVariantSite(name: string, variant: Variant): Promise<VariantSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'variant-site-'));
  const verified: string[] = [];
  const settings = parseSettings({
    DATA_DIR: dataDir,
    SITE_DIR: await publishVariant(name, variant),
    CAPTCHA_SECRET: 'a secret of the tests, long enough',
  });
  const app = await openApp(settings, createLog('silent'), {
    captcha: captchaThat(async (result, nowMs) => {
      verified.push(result);
      return passed(result, nowMs);
    }),
  });
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.http.server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    verified,
    async stop() {
      await app.close(0);
      await rm(dataDir, { recursive: true });
    },
  };
}

/**
 * Takes some seconds after a change.
 *
 * @returns the folder for SITE_DIR
 */
export async function publishVariant(name: string, variant: Variant): Promise<string> {
  const folder = join('.cache/tests/variants', name);
  const [contentDir, siteDir] = [join(folder, 'content'), join(folder, 'dist')];
  await rm(contentDir, { recursive: true, force: true });
  await cp(CONTENT_DIR, contentDir, { recursive: true });
  // With a notice every page is published three times.
  await rm(join(contentDir, 'notice.yaml'));
  const file = join(contentDir, 'site.yaml');
  const site = parseDocument(await readFile(file, 'utf8'));
  if ('provider' in variant) site.set('captcha', { ...variant, siteKey: SITE_KEY });
  else site.setIn(['api', 'base'], variant.apiBase);
  await writeFile(file, site.toString());
  const args = ['publish/publish.ts', '--if-changed', '--content', contentDir, '--dist', siteDir];
  await promisify(execFile)(process.execPath, args);
  return siteDir;
}
