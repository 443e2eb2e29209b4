import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Manifest, ManifestChunk } from 'vite';
import type * as Render from '../site/render.tsx';
import { exists, openWorkFolder, putInPlace } from './folders.ts';
import { hashFiles } from './hash-files.ts';
import type { SiteStyles } from './take-styles.ts';

/** All that decides what a bundle is: nothing of `content/`, so that a changed text needs no new one. */
const SOURCES = [
  'site/**',
  'enquiry/**',
  'publish/bundle.ts',
  'publish/build-bundle.ts',
  'publish/take-styles.ts',
  'package-lock.json',
];

export const STYLES_FILE = 'styles.json';

/** Modules with which a bundle begins, in the browser and in Node. */
export interface BundleEntries {
  browser: string;
  render: string;
}

export const SITE_ENTRIES: BundleEntries = {
  browser: 'site/browser.ts',
  render: 'site/render.tsx',
};

/** Name of the script with all that starts on every page. */
export const EVERY_PAGE = 'site';

/** A bundle of other sources, as of another branch, is kept a day. */
const KEEP_BUNDLES_MS = 24 * 3_600_000;

/** The site's code, ready for the browser and for Node. */
export interface Bundle {
  /** Hashed files to be served, scripts and their compressed copies: becomes `public/assets/`. */
  assetsDir: string;
  /** The styles of the site, without those that come from `content/`. */
  styles: SiteStyles;
  /** The module that starts a page, as a web path. */
  script: string;
  /** Web paths of the modules that a page with these islands needs besides. */
  modulesOf: (islands: Iterable<string>) => string[];
  /** The site's code for Node, which renders the pages. */
  render: typeof Render;
}

/**
 * Bundles `site/`, unless the very same sources have been bundled before.
 *
 * @param cacheDir keeps bundles
 */
export async function bundleSite(cacheDir: string, entries: BundleEntries): Promise<Bundle> {
  const own = entries === SITE_ENTRIES ? [] : [`${dirname(entries.browser)}/**`];
  const dir = join(cacheDir, 'bundle', await hashFiles([...SOURCES, ...own]));
  // React has two builds, and all of it must be of one.
  process.env.NODE_ENV = 'production';
  if (!(await exists(dir))) {
    const work = await openWorkFolder(cacheDir);
    // Vite takes half a second to load, and most publishings need no new bundle.
    const { buildBundle } = await import('./build-bundle.ts');
    await buildBundle(work, cacheDir, entries);
    await putInPlace(work, dir);
    await removeOldBundles(join(cacheDir, 'bundle'));
  }
  const manifest: Manifest = JSON.parse(
    await readFile(join(dir, 'browser/.vite/manifest.json'), 'utf8'),
  );
  return {
    assetsDir: join(dir, 'browser/assets'),
    styles: JSON.parse(await readFile(join(dir, STYLES_FILE), 'utf8')),
    script: `/${chunkOf(manifest, entries.browser).file}`,
    modulesOf: (islands) => modulesOf(manifest, entries.browser, islands),
    render: await import(pathToFileURL(resolve(dir, 'node/render.js')).href),
  };
}

/** Not the present one, and none that another process may just be rendering with. */
async function removeOldBundles(bundlesDir: string): Promise<void> {
  for (const name of await readdir(bundlesDir)) {
    const { mtimeMs } = await stat(join(bundlesDir, name));
    if (Date.now() - mtimeMs > KEEP_BUNDLES_MS) {
      await rm(join(bundlesDir, name), { recursive: true, force: true });
    }
  }
}

function modulesOf(manifest: Manifest, entry: string, islands: Iterable<string>): string[] {
  const wanted = new Set([EVERY_PAGE, ...islands]);
  const chunks = Object.values(manifest).filter(({ name = '' }) => wanted.has(name));
  const needed = new Set<ManifestChunk>();
  const visit = (chunk: ManifestChunk) => {
    if (needed.has(chunk)) return;
    needed.add(chunk);
    for (const imported of chunk.imports ?? []) visit(chunkOf(manifest, imported));
  };
  for (const chunk of chunks) visit(chunk);
  needed.delete(chunkOf(manifest, entry));
  return [...needed].map(({ file }) => `/${file}`);
}

function chunkOf(manifest: Manifest, key: string): ManifestChunk {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`Vite's manifest has no entry for ${key}`);
  return chunk;
}
