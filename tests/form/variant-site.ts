import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
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
import { CONTENT_DIR } from '../support/site.ts';

export type Provider = Exclude<Release['captcha']['provider'], 'altcha'>;

/** What `site.yaml` says otherwise. */
export interface Variant {
  provider?: Provider;
  /** Address of an API on another origin. */
  apiBase?: string;
}

/** The tests' caterer, published with another `site.yaml`, and the app over it. */
export interface VariantSite {
  url: string;
  /** Results of its captcha that this server was asked to verify; it takes each. */
  verified: string[];
  stop(): Promise<void>;
}

export async function startVariantSite(variant: Variant): Promise<VariantSite> {
  const folder = await mkdtemp(join(tmpdir(), 'variant-site-'));
  const verified: string[] = [];
  const settings = parseSettings({
    DATA_DIR: join(folder, 'data'),
    SITE_DIR: await publishVariant(variant),
    CAPTCHA_SECRET: 'a secret of the tests, long enough',
  });
  const app = await openApp(settings, createLog('silent'), {
    captcha: {
      async verify(result, nowMs) {
        verified.push(result);
        return { kind: 'passed', nonce: result, expiresAtMs: nowMs + 60_000 };
      },
    },
  });
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.http.server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    verified,
    async stop() {
      await app.close(0);
      await rm(folder, { recursive: true });
    },
  };
}

/** Each variant is published once a worker, which takes some seconds, and removed with the worker. */
const published = new Map<string, Promise<string>>();

function publishVariant(variant: Variant): Promise<string> {
  const key = JSON.stringify(variant);
  const known = published.get(key);
  if (known) return known;
  const siteDir = publish(variant);
  published.set(key, siteDir);
  return siteDir;
}

async function publish({ provider, apiBase }: Variant): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'variant-content-'));
  const [contentDir, siteDir] = [join(folder, 'content'), join(folder, 'dist')];
  await cp(CONTENT_DIR, contentDir, { recursive: true });
  const file = join(contentDir, 'site.yaml');
  const site = parseDocument(await readFile(file, 'utf8'));
  if (provider) site.set('captcha', { provider, siteKey: 'public key of the test' });
  if (apiBase) site.setIn(['api', 'base'], apiBase);
  await writeFile(file, site.toString());
  const args = ['publish/publish.ts', '--content', contentDir, '--dist', siteDir];
  await promisify(execFile)(process.execPath, args);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return siteDir;
}
