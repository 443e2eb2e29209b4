import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';

/** Where the build puts files that the site's sources import as `@generated/…`. */
export const GENERATED_DIR = '.cache/generated';

/** Settings shared by the browser build, the prerender build and the development server. */
export function viteConfig(root: string): InlineConfig {
  return {
    root,
    configFile: false,
    appType: 'custom',
    publicDir: false,
    cacheDir: '.cache/vite',
    plugins: [react()],
    resolve: { alias: { '@generated': `${root}/${GENERATED_DIR}` } },
    // Where the development server looks for packages before the first visit. One that it finds only
    // then, behind an import(), makes it bundle all of them anew, and a page that is being loaded
    // gets two Reacts.
    optimizeDeps: { entries: ['site/browser.tsx', 'site/**/*-worker*.ts'] },
    css: { modules: { localsConvention: 'camelCaseOnly' } },
    build: {
      target: 'es2022',
      // No inlined assets: the policy forbids data: addresses where it can.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      emptyOutDir: false,
      reportCompressedSize: false,
      // On a busy machine a report of a screenful, of no use to who only wants the site to start.
      rolldownOptions: { checks: { bundlerTimings: false } },
    },
    logLevel: 'warn',
  };
}
