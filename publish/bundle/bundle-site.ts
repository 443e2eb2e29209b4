import { glob, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type { Manifest, ManifestChunk } from 'vite';
import { cachedFolder, cacheKey, removeUnused } from '../../runtime/cached-folders.ts';
import { hashFiles } from '../../runtime/hash-files.ts';
import type * as Render from '../../site/render.tsx';
import { packedOrBuilt } from './packed-bundles.ts';

/** The code that affects a release. */
export const CODE_PATTERNS = [
  'site/**',
  'enquiry/**',
  'release/**',
  'runtime/**',
  'publish/**',
  'vite.config.ts',
  'package-lock.json',
];

/** How long unused bundles are kept, such as those of another branch. */
const KEEP_BUNDLES_MS = 24 * 3_600_000;

/** The script that every page loads (`vite.config.ts`). */
const SITE_SCRIPT = 'site';

/** The entry module of the browser's bundle (`vite.config.ts`). */
const BROWSER_ENTRY = 'site/browser.ts';

/**
 * In development mode open pages reload when there is a newer release (`site/browser/reload.ts`).
 */
export type BundleMode = 'production' | 'development';

export type Bundle = Awaited<ReturnType<typeof bundleSite>>;

/**
 * Bundles `site/` with `vite.config.ts`, or reuses the bundle of unchanged sources. A packed
 * version contains its bundle.
 */
export async function bundleSite(cacheDir: string, mode: BundleMode = 'production') {
  const bundlesDir = resolve(cacheDir, 'bundle');
  const sources = await hashFiles('.', CODE_PATTERNS);
  // React has a build for development and one for production, and its modules must not be mixed.
  process.env.NODE_ENV = 'production';
  const key = cacheKey(sources, { mode });
  const make = () => cachedFolder(bundlesDir, key, (work) => build(work, mode));
  const dir = await (mode === 'production' ? packedOrBuilt('site', make) : make());
  await removeUnused(bundlesDir, KEEP_BUNDLES_MS);

  const browser = await readManifest(join(dir, 'browser'));
  const start = chunkOf(browser, BROWSER_ENTRY);
  const renderUrl = pathToFileURL(join(dir, 'node/render.js')).href;
  const { renderPage }: typeof Render = await import(renderUrl);
  return {
    /** The folder of the bundle. */
    dir,
    /** The folder of scripts under hashed names, which becomes `public/assets/`. */
    assetsDir: join(dir, 'browser/assets'),
    /** Path of the entry script. */
    script: `/${start.file}`,
    /** Paths of the other modules that a page with these islands needs. */
    modulesFor(islands: Iterable<string>): string[] {
      const names = new Set([SITE_SCRIPT, ...islands]);
      const chunks = Object.values(browser).filter(({ name = '' }) => names.has(name));
      const modules = withImports(browser, chunks);
      modules.delete(start);
      return [...modules].map(({ file }) => `/${file}`);
    },
    /**
     * The styles of all sections and of the dialogs that they open. Every document contains them.
     */
    css: await readFile(join(dir, 'node/style.css'), 'utf8'),
    renderPage,
  };
}

async function build(work: string, mode: BundleMode): Promise<void> {
  // Vite takes half a second to load, and publishing rarely needs a new bundle.
  const { createBuilder } = await import('vite');
  const builder = await createBuilder({
    mode,
    // Vite's own loader would write a file beside `vite.config.ts`, but on a server the code is
    // read-only.
    configLoader: 'native',
    environments: {
      ssr: { build: { outDir: join(work, 'node') } },
      client: { build: { outDir: join(work, 'browser') } },
    },
  });
  for (const environment of Object.values(builder.environments)) await builder.build(environment);
  // Every document contains all styles, so the browser's copy of them is removed.
  for await (const file of glob(join(work, 'browser/assets/*.css'))) await rm(file);
}

async function readManifest(dir: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(dir, '.vite/manifest.json'), 'utf8'));
}

/** Lists these chunks and all that they import. Each chunk comes after its imports. */
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
