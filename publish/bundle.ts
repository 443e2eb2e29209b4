import { glob, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type { Manifest, ManifestChunk } from 'vite';
import type * as Render from '../site/render.tsx';
import { cachedFolder, cacheKey, dropUnused, hashFiles } from './folders.ts';

/** The code that affects a release. */
export const CODE = ['site/**', 'enquiry/**', 'publish/**', 'vite.config.ts', 'package-lock.json'];

/** How long unused bundles are kept, such as those of another branch. */
const KEEP_BUNDLES_MS = 24 * 3_600_000;

/** The script that every page loads (`vite.config.ts`). */
const EVERY_PAGE = 'site';

const SITE_ENTRIES = { browser: 'site/browser.ts', render: 'site/render.tsx' };
export type BundleEntries = typeof SITE_ENTRIES;

export type Bundle = Awaited<ReturnType<typeof bundleSite>>;

/**
 * Bundles `site/` with `vite.config.ts`, or reuses the bundle of unchanged sources.
 *
 * @param otherEntries entry modules instead of the site's, in a folder of their own
 */
export async function bundleSite(cacheDir: string, otherEntries?: Partial<BundleEntries>) {
  const entries = { ...SITE_ENTRIES, ...otherEntries };
  const bundlesDir = resolve(cacheDir, 'bundle');
  const sources = await hashFiles('.', [...CODE, `${dirname(entries.browser)}/**`]);
  // React has two builds, and all of it must be of one.
  process.env.NODE_ENV = 'production';
  const key = cacheKey(sources, entries);
  const dir = await cachedFolder(bundlesDir, key, (work) => build(work, entries));
  await dropUnused(bundlesDir, KEEP_BUNDLES_MS);

  const browser = await readManifest(join(dir, 'browser'));
  const start = chunkOf(browser, entries.browser);
  const renderUrl = pathToFileURL(join(dir, 'node/render.js')).href;
  const { renderPage }: typeof Render = await import(renderUrl);
  return {
    /** Scripts under hashed names; becomes `public/assets/`. */
    assetsDir: join(dir, 'browser/assets'),
    /** Path of the entry script. */
    script: `/${start.file}`,
    /** Paths of the other modules that a page with these islands needs. */
    modulesFor(islands: Iterable<string>): string[] {
      const names = new Set([EVERY_PAGE, ...islands]);
      const chunks = Object.values(browser).filter(({ name = '' }) => names.has(name));
      const modules = withImports(browser, chunks);
      modules.delete(start);
      return [...modules].map(({ file }) => `/${file}`);
    },
    /** The styles of all sections and of what they open, for every document. */
    css: await readFile(join(dir, 'node/style.css'), 'utf8'),
    renderPage,
  };
}

async function build(work: string, { browser, render }: BundleEntries): Promise<void> {
  // Vite takes half a second to load, and most publishings need no new bundle.
  const { createBuilder } = await import('vite');
  const environment = (folder: string, input: string) => {
    const outDir = join(work, folder);
    return { build: { outDir, rolldownOptions: { input } } };
  };
  const builder = await createBuilder({
    mode: 'production',
    // Vite's own loader would write a file beside it, and on a server the code is read-only.
    configLoader: 'native',
    environments: {
      ssr: environment('node', render),
      client: environment('browser', browser),
    },
  });
  for (const one of Object.values(builder.environments)) await builder.build(one);
  // The browser's copy of styles that every document contains.
  for await (const file of glob(join(work, 'browser/assets/*.css'))) await rm(file);
}

async function readManifest(dir: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(dir, '.vite/manifest.json'), 'utf8'));
}

/** These chunks and all that they import, each after what it imports. */
function withImports(manifest: Manifest, chunks: ManifestChunk[]): Set<ManifestChunk> {
  const visited = new Set<ManifestChunk>();
  const all = new Set<ManifestChunk>();
  const add = (chunk: ManifestChunk) => {
    if (visited.has(chunk)) return;
    visited.add(chunk);
    for (const key of chunk.imports ?? []) add(chunkOf(manifest, key));
    all.add(chunk);
  };
  for (const chunk of chunks) add(chunk);
  return all;
}

function chunkOf(manifest: Manifest, key: string): ManifestChunk {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`Vite's manifest has no entry for ${key}`);
  return chunk;
}
