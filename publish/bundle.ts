import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type { Manifest, ManifestChunk } from 'vite';
import type * as Render from '../site/render.tsx';
import type { SectionKind } from '../site/sections/index.ts';
import { cachedFolder, dropUnused } from './cached-folder.ts';
import { hashFiles } from './folders.ts';

/**
 * Inputs of the bundle's cache key. `content/` is not one of them, so a changed text needs no new
 * bundle.
 */
const SOURCES = [
  'site/**',
  'enquiry/**',
  'publish/bundle.ts',
  'vite.config.ts',
  'package-lock.json',
];

/** How long the bundles of other sources are kept, such as those of another branch. */
const KEEP_BUNDLES_MS = 24 * 3_600_000;

/** The script that every page loads (`vite.config.ts`). */
const EVERY_PAGE = 'site';

/** Entry modules of the bundles for the browser and for Node. */
const SITE_ENTRIES = { browser: 'site/browser.ts', render: 'site/render.tsx' };
export type BundleEntries = typeof SITE_ENTRIES;

/** The site's code, ready for the browser and for Node. */
export interface Bundle {
  /** Scripts and lazily loaded styles under hashed names; becomes `public/assets/`. */
  assetsDir: string;
  /** Path of the entry script. */
  script: string;
  /** Paths of the other modules that a page with these islands needs. */
  modulesFor: (islands: Iterable<string>) => string[];
  /** The styles of a page with these kinds of section. */
  stylesFor: (kinds: Iterable<SectionKind>) => string;
  /** The render function from the bundle for Node. */
  renderPage: typeof Render.renderPage;
}

/**
 * Bundles `site/` with `vite.config.ts`, or reuses the bundle of unchanged sources.
 *
 * @param otherEntries entry modules instead of the site's, in a folder of their own
 */
export async function bundleSite(
  cacheDir: string,
  otherEntries?: Partial<BundleEntries>,
): Promise<Bundle> {
  const entries = { ...SITE_ENTRIES, ...otherEntries };
  const bundlesDir = resolve(cacheDir, 'bundle');
  const sources = [...SOURCES, `${dirname(entries.browser)}/**`];
  // React has two builds, and all of it must be of one.
  process.env.NODE_ENV = 'production';
  const dir = await cachedFolder(bundlesDir, await hashFiles('.', sources), (work) =>
    build(work, entries),
  );
  await dropUnused(bundlesDir, KEEP_BUNDLES_MS);
  const browser = await readManifest(join(dir, 'browser'));
  const node = await readManifest(join(dir, 'node'));
  const sheets = new Map<string, string>();
  for (const { css = [] } of Object.values(node)) {
    for (const file of css) sheets.set(file, await readFile(join(dir, 'node', file), 'utf8'));
  }
  const { file: renderFile } = chunkOf(node, entries.render);
  const { renderPage }: typeof Render = await import(
    pathToFileURL(join(dir, 'node', renderFile)).href
  );
  const start = chunkOf(browser, entries.browser);
  return {
    assetsDir: join(dir, 'browser/assets'),
    script: `/${start.file}`,
    modulesFor(islands) {
      const names = new Set([EVERY_PAGE, ...islands]);
      const chunks = Object.values(browser).filter(({ name = '' }) => names.has(name));
      const modules = closureOf(browser, chunks).filter((chunk) => chunk !== start);
      return modules.map(({ file }) => `/${file}`);
    },
    stylesFor(kinds) {
      const folders = [...kinds].map((kind) => `site/sections/${kind}/`);
      const sections = Object.entries(node)
        .filter(([source]) => folders.some((folder) => source.startsWith(folder)))
        .map(([, chunk]) => chunk);
      const chunks = closureOf(node, [chunkOf(node, entries.render), ...sections]);
      const files = new Set(chunks.flatMap(({ css = [] }) => css));
      return [...files].map((file) => sheets.get(file)).join('');
    },
    renderPage,
  };
}

async function build(work: string, { browser, render }: BundleEntries): Promise<void> {
  // Vite takes half a second to load, and most publishings need no new bundle.
  const { createBuilder } = await import('vite');
  const environment = (folder: string, input: string) => ({
    build: { outDir: join(work, folder), rolldownOptions: { input } },
  });
  const builder = await createBuilder({
    mode: 'production',
    // Vite's own loader would write a file beside it, and on a server the code is read-only.
    configLoader: 'native',
    environments: { ssr: environment('node', render), client: environment('browser', browser) },
  });
  // In this order: the browser's bundle leaves out the styles that Node's has found.
  for (const name of ['ssr', 'client']) {
    const one = builder.environments[name];
    if (one) await builder.build(one);
  }
}

async function readManifest(dir: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(dir, '.vite/manifest.json'), 'utf8'));
}

/** These chunks and all that they import, each after what it imports. */
function closureOf(manifest: Manifest, roots: ManifestChunk[]): ManifestChunk[] {
  const seen = new Set<ManifestChunk>();
  const order: ManifestChunk[] = [];
  const visit = (chunk: ManifestChunk) => {
    if (seen.has(chunk)) return;
    seen.add(chunk);
    for (const imported of chunk.imports ?? []) visit(chunkOf(manifest, imported));
    order.push(chunk);
  };
  roots.forEach(visit);
  return order;
}

function chunkOf(manifest: Manifest, key: string): ManifestChunk {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`Vite's manifest has no entry for ${key}`);
  return chunk;
}
