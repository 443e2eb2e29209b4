import mediaMinmax from '@csstools/postcss-media-minmax';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * Bundles `site/` twice (`publish/bundle/bundle-site.ts`): for Node, which renders the pages, with
 * one style sheet for the whole site; and for the browser, whose manifest lists the scripts.
 */
export default defineConfig({
  appType: 'custom',
  publicDir: false,
  cacheDir: '.cache/vite',
  logLevel: 'warn',
  plugins: [react()],
  css: {
    modules: {
      localsConvention: 'camelCaseOnly',
      // Class names are short, because every document contains them.
      generateScopedName: '_[hash:base64:4]',
    },
    // Without this plugin the minifier writes `width < 767px` as `not (min-width: 767px)`, which
    // Safari before 16.4 does not know: a phone would get the page for a desktop.
    postcss: { plugins: [mediaMinmax()] },
  },
  build: {
    // These are the oldest supported browsers (README). `tests/compatibility/` checks the result.
    target: ['chrome109', 'edge109', 'firefox115', 'safari15.6', 'ios15.6'],
    // The browser's build has one style sheet too: every document contains all styles, so no script
    // may wait for one.
    cssCodeSplit: false,
    // Both builds write into a folder that `publish/bundle/bundle-site.ts` has just created.
    emptyOutDir: false,
    // The CSP does not allow data: URLs.
    assetsInlineLimit: 0,
    // The document lists the modules to preload (`site/browser.ts`).
    modulePreload: false,
    reportCompressedSize: false,
    // Without this, each build prints how long the plugins took.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
    ssr: {
      build: {
        ssr: true,
        emitAssets: true,
        rolldownOptions: {
          input: 'site/render.tsx',
          // Everything is one chunk, whose styles are in the order of the imports.
          output: {
            codeSplitting: false,
            entryFileNames: 'render.js',
            assetFileNames: '[name][extname]',
          },
        },
      },
    },
    client: {
      build: {
        manifest: true,
        rolldownOptions: {
          input: 'site/browser.ts',
          output: {
            codeSplitting: {
              // All pages share one script instead of ten.
              groups: [
                { name: 'start', test: /\/site\/browser\.ts$/, priority: 2 },
                { name: 'site', test: /\/site\/islands\/hydrate\.tsx$/, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
});
