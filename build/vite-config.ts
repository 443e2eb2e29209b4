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
    css: { modules: { localsConvention: 'camelCaseOnly' } },
    build: {
      target: 'es2022',
      // No inlined assets: the policy forbids data: addresses where it can.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      emptyOutDir: false,
      reportCompressedSize: false,
    },
    logLevel: 'warn',
  };
}
