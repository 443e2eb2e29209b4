import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, mergeConfig, type Plugin } from 'vite';
import { BROWSER_ENTRY, STYLES_FILE } from './bundle.ts';
import { compressFiles } from './compress.ts';
import { takeStyles } from './take-styles.ts';

const RENDER_ENTRY = 'site/render.tsx';
const REACT = /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/;

/** Writes the two bundles of `site/`, for Node and for the browser, and its styles into `work`. */
export async function buildBundle(
  work: string,
  { cacheDir, withStyleGuide }: { cacheDir: string; withStyleGuide: boolean },
): Promise<void> {
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
  await compressFiles(join(work, 'browser/assets'), cacheDir);
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
