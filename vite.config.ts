import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Bundles `site/` twice (`publish/bundle.ts`): for Node, which renders the pages and whose manifest
 * lists the styles of each section; then for the browser, whose manifest lists the scripts.
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
      // Short class names, because every document contains them.
      generateScopedName: '_[local]_[hash:base64:3]',
    },
  },
  build: {
    target: 'es2022',
    manifest: true,
    emptyOutDir: false,
    // The CSP does not allow data: URLs.
    assetsInlineLimit: 0,
    // The document lists the modules to preload (`site/browser.ts`).
    modulePreload: false,
    reportCompressedSize: false,
    // Hides plugin timings.
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
              // One script for every page instead of ten.
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
 * Documents contain the styles of their sections inline, so the browser's bundle only needs their
 * class names. Lazily loaded parts (a dialog, the calendar) keep their own style sheets.
 */
function stylesOfDocuments(): Plugin {
  const inDocuments = new Set<string>();
  return {
    name: 'styles-of-documents',
    // The bundle for Node comes first, because its chunks determine which styles are inline.
    sharedDuringBuild: true,
    generateBundle: {
      // Before Vite writes the style sheets that a lazily loaded part waits for into its script.
      order: 'pre',
      handler(_, bundle) {
        const chunks = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [one] : []));
        if (this.environment.name !== 'ssr') {
          // Vite joins emptied sheets to one of a line break and a comment, and would request it.
          for (const { viteMetadata } of chunks) {
            for (const file of viteMetadata?.importedCss ?? []) {
              const sheet = bundle[file];
              const isEmpty =
                sheet?.type === 'asset' && /^\s*\/\*[^*]*\*\/$/.test(`${sheet.source}`);
              if (isEmpty) viteMetadata?.importedCss.delete(file);
            }
          }
          return;
        }
        const visit = (file: string) => {
          const chunk = bundle[file];
          if (chunk?.type !== 'chunk') return;
          for (const id of chunk.moduleIds) if (id.endsWith('.css')) inDocuments.add(id);
          chunk.imports.forEach(visit);
        };
        for (const { fileName, facadeModuleId, isEntry } of chunks) {
          if (isEntry || /\/sections\//.test(facadeModuleId ?? '')) visit(fileName);
        }
      },
    },
    transform(_, id) {
      const isTwice = this.environment.name === 'client' && inDocuments.has(id);
      return isTwice ? { code: '', map: null } : undefined;
    },
  };
}
