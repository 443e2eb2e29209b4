import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import {
  build,
  type InlineConfig,
  type Manifest,
  type ManifestChunk,
  mergeConfig,
  type Plugin,
} from 'vite';
import type * as Render from '../site/render.tsx';
import { compressFiles } from './compress.ts';
import { exists, openWorkFolder, putInPlace } from './folders.ts';
import { hashFiles } from './hash-files.ts';
import { type SiteStyles, takeStyles } from './take-styles.ts';

/** All that decides what a bundle is: nothing of `content/`, so that a changed text needs no new one. */
const SOURCES = [
  'site/**',
  'enquiry/**',
  'publish/bundle.ts',
  'publish/take-styles.ts',
  'package-lock.json',
];

const STYLES_FILE = 'styles.json';
const BROWSER_ENTRY = 'site/browser.ts';
const RENDER_ENTRY = 'site/render.tsx';
const REACT = /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/;

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
  /**
   * Web paths of the modules that a page with these islands needs besides.
   *
   * @throws Error for an island that is no module of that name
   */
  modulesOf: (islands: Iterable<string>) => string[];
  /** The site's code for Node, which renders the pages. */
  render: typeof Render;
}

/**
 * Bundles `site/`, unless the very same sources have been bundled before.
 *
 * @param cacheDir keeps bundles
 * @param withStyleGuide with the islands that only its pages have; no visitor shall load them
 */
export async function bundleSite(cacheDir: string, withStyleGuide: boolean): Promise<Bundle> {
  const variant = withStyleGuide ? '-style-guide' : '';
  const dir = join(cacheDir, 'bundle', `${await hashFiles(SOURCES)}${variant}`);
  // React has two builds, and all of it must be of one.
  process.env.NODE_ENV = 'production';
  if (!(await exists(dir))) {
    const work = await openWorkFolder(cacheDir);
    const config = viteConfig(withStyleGuide);
    const { fromRendering, intoScripts, styles } = takeStyles();
    const withPlugin = (plugin: Plugin, own: InlineConfig) =>
      build(mergeConfig(mergeConfig(config, own), { plugins: [plugin] }));
    await withPlugin(fromRendering, nodeBuild(join(work, 'node')));
    await writeFile(join(work, STYLES_FILE), JSON.stringify(styles()));
    await withPlugin(intoScripts, browserBuild(join(work, 'browser')));
    for (const name of await readdir(join(work, 'browser/assets'))) {
      // They stand in documents, and in the scripts that show them later.
      if (name.endsWith('.css')) await rm(join(work, 'browser/assets', name));
    }
    await compressFiles(join(work, 'browser/assets'));
    await putInPlace(work, dir);
    await removeOldBundles(join(cacheDir, 'bundle'));
  }
  const manifest: Manifest = JSON.parse(
    await readFile(join(dir, 'browser/.vite/manifest.json'), 'utf8'),
  );
  return {
    assetsDir: join(dir, 'browser/assets'),
    styles: JSON.parse(await readFile(join(dir, STYLES_FILE), 'utf8')),
    script: `/${chunkOf(manifest, BROWSER_ENTRY).file}`,
    modulesOf: (islands) => modulesOf(manifest, islands),
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

function viteConfig(withStyleGuide: boolean): InlineConfig {
  return {
    define: { 'import.meta.env.WITH_STYLE_GUIDE': String(withStyleGuide) },
    configFile: false,
    appType: 'custom',
    publicDir: false,
    cacheDir: '.cache/vite',
    plugins: [react()],
    css: { modules: { localsConvention: 'camelCaseOnly' } },
    build: {
      target: 'es2022',
      // No inlined assets: the policy forbids data: addresses where it can.
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      emptyOutDir: false,
      reportCompressedSize: false,
      // On a busy machine a report of a screenful, of no use to who only wants the site to start.
      rolldownOptions: { checks: { bundlerTimings: false } },
    },
    logLevel: 'warn',
  };
}

function browserBuild(outDir: string): InlineConfig {
  return {
    build: {
      outDir,
      manifest: true,
      rolldownOptions: {
        input: BROWSER_ENTRY,
        // One file for what every island needs, in place of five.
        output: { codeSplitting: { groups: [{ name: 'react', test: REACT }] } },
      },
    },
  };
}

function nodeBuild(outDir: string): InlineConfig {
  return {
    build: {
      outDir,
      ssr: RENDER_ENTRY,
      ssrEmitAssets: true,
      rolldownOptions: { output: { assetFileNames: '[name][extname]' } },
    },
  };
}

function modulesOf(manifest: Manifest, islands: Iterable<string>): string[] {
  const wake = Object.values(manifest).filter(({ name }) => name === 'wake');
  const chunks = [...islands].map((island) => {
    const chunk = Object.values(manifest).find(({ name, isDynamicEntry }) => {
      return isDynamicEntry && name === island;
    });
    if (!chunk) throw new Error(`No module of site/ is called ${island}, as an island is`);
    return chunk;
  });
  const needed = new Set<ManifestChunk>();
  const visit = (chunk: ManifestChunk) => {
    if (needed.has(chunk)) return;
    needed.add(chunk);
    for (const imported of chunk.imports ?? []) visit(chunkOf(manifest, imported));
  };
  for (const chunk of [...wake, ...chunks]) visit(chunk);
  needed.delete(chunkOf(manifest, BROWSER_ENTRY));
  return [...needed].map(({ file }) => `/${file}`);
}

function chunkOf(manifest: Manifest, key: string): ManifestChunk {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`Vite's manifest has no entry for ${key}`);
  return chunk;
}
