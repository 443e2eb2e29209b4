import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createCounters } from '../../server/counters.ts';
import { createLimits } from '../../server/enquiries/limits.ts';
import { buildApp } from '../../server/http/http-server.ts';
import { createLog } from '../../server/log.ts';
import { type Release, readRelease } from '../../server/release.ts';
import { parseSettings } from '../../server/settings.ts';
import { openStore } from '../../server/store/open-store.ts';
import { PAGE_DATA_ID, PAGE_ROOT_ID, type PageData } from '../../site/page-data.ts';
import type * as Render from '../../site/render.tsx';

export type Provider = Exclude<Release['captcha']['provider'], 'altcha'>;

/** What `content/site.yaml` says otherwise. */
export interface Variant {
  provider?: Provider;
  /** Address of an API on another origin. */
  apiBase?: string;
}

/** The built site as if `content/site.yaml` said something else, with the policy that belongs to it. */
export interface VariantSite {
  url: string;
  /** Results of its captcha that this server was asked to verify; it takes each. */
  verified: string[];
  stop(): Promise<void>;
}

export async function startVariantSite(variant: Variant): Promise<VariantSite> {
  const folder = await mkdtemp(join(tmpdir(), 'variant-site-'));
  const publicDir = join(folder, 'public');
  await cp('dist/public', publicDir, { recursive: true });
  await writeFile(join(publicDir, 'info.html'), await infoPageOf(variant));
  for (const ending of ['br', 'gz'])
    await rm(join(publicDir, `info.html.${ending}`), { force: true });

  const release = await readRelease('dist/release.json');
  const store = await openStore(parseSettings({ DATA_DIR: join(folder, 'data') }));
  const verified: string[] = [];
  const app = await buildApp({
    release: {
      ...release,
      ...(variant.provider && { captcha: { ...release.captcha, provider: variant.provider } }),
      ...(variant.apiBase && { apiOrigin: new URL(variant.apiBase).origin }),
    },
    publicDir,
    store,
    captcha: {
      async verify(result, nowMs) {
        verified.push(result);
        return { kind: 'passed', nonce: result, expiresAtMs: nowMs + 60_000 };
      },
    },
    limits: await createLimits(parseSettings({}).limits, 'a secret of the tests, long enough'),
    counters: createCounters(),
    composeMails: () => [],
    now: Date.now,
    wakeOutbox: () => {},
    log: createLog('silent'),
    trustedProxies: [],
    corsOrigins: [],
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    verified,
    async stop() {
      await app.close();
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** The built page, its tree rendered anew with the variant in its data. */
async function infoPageOf({ provider, apiBase }: Variant): Promise<string> {
  const page = await readFile('dist/public/info.html', 'utf8');
  const data: PageData = JSON.parse(page.split(`id="${PAGE_DATA_ID}"`)[1]?.split(/[<>]/)[1] ?? '');
  const { site } = data.shared;
  if (provider) site.captcha = { provider, siteKey: 'public key of the test' };
  if (apiBase) site.api.base = apiBase;
  const { renderPage }: typeof Render = await import(
    pathToFileURL(resolve('.cache/prerender/render.js')).href
  );
  const rendered = await renderPage(data, {
    script: 'none',
    modulePreloads: [],
    styles: [],
    fontPreloads: [],
  });
  const root = `<div id="${PAGE_ROOT_ID}">`;
  return page.split(root)[0] + root + rendered.split(root)[1];
}
