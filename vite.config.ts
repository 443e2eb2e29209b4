import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Bundles `site/` twice (`publish/bundle.ts`): for Node, which renders the pages and whose manifest
 * says which styles each section needs; then for the browser, whose manifest names the scripts.
 */
export default defineConfig({
  appType: 'custom',
  publicDir: false,
  cacheDir: '.cache/vite',
  logLevel: 'warn',
  plugins: [react(), stylesOfDocuments()],
  css: {
    modules: {
      localsConvention: 'camelCaseOnly',
      // Class names stand in every document: shorter than Vite's own, which also name the line.
      generateScopedName: '_[local]_[hash:base64:3]',
    },
  },
  build: {
    target: 'es2022',
    manifest: true,
    emptyOutDir: false,
    // The policy of the pages allows no data: addresses.
    assetsInlineLimit: 0,
    // The document names the modules to fetch (`site/browser.ts`).
    modulePreload: false,
    reportCompressedSize: false,
    // On a busy machine a screenful of times that help nobody who only wants the site.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
    ssr: {
      build: { ssr: true, emitAssets: true, rolldownOptions: { input: 'site/render.tsx' } },
    },
    client: {
      build: {
        rolldownOptions: {
          input: 'site/browser.ts',
          output: {
            codeSplitting: {
              // One script with all that starts on every page, in place of ten.
              groups: [
                { name: 'start', test: /\/site\/browser\.ts$/, priority: 2 },
                { name: 'site', test: /\/site\/hydrate\.tsx$/, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
});

/**
 * Documents hold the styles of their sections, so that in the browser's bundle such a sheet only gives
 * its class names. What is loaded late (a dialog, the calendar) keeps a sheet of its own.
 */
function stylesOfDocuments(): Plugin {
  const inDocuments = new Set<string>();
  return {
    name: 'styles-of-documents',
    // The bundle for Node comes first: its chunks say what a document holds.
    sharedDuringBuild: true,
    generateBundle(_, bundle) {
      if (this.environment.name !== 'ssr') return;
      const visit = (file: string) => {
        const chunk = bundle[file];
        if (chunk?.type !== 'chunk') return;
        for (const id of chunk.moduleIds) if (id.endsWith('.css')) inDocuments.add(id);
        chunk.imports.forEach(visit);
      };
      for (const [file, chunk] of Object.entries(bundle)) {
        const isSection =
          'facadeModuleId' in chunk && /\/sections\//.test(chunk.facadeModuleId ?? '');
        if (isSection || ('isEntry' in chunk && chunk.isEntry)) visit(file);
      }
    },
    transform(_, id) {
      const isTwice = this.environment.name === 'client' && inDocuments.has(id);
      return isTwice ? { code: '', map: null } : undefined;
    },
  };
}
