import { join } from 'node:path';
import type { InlineConfig } from 'vite';
import { exists, hashFiles, openWorkFolder, putInPlace } from '../../publish/folders.ts';

const SOURCES = [
  'desk/app/**',
  'desk/*.ts',
  'publish/**/*.ts',
  'site/**',
  'enquiry/**',
  'package-lock.json',
];
const HERE = import.meta.dirname;

/**
 * Bundles the desk's app, unless the very same sources have been bundled before (some three seconds).
 *
 * @param cacheDir keeps bundles
 * @returns a folder to be served as it is: `index.html` at `/`, `canvas/index.html` as the frame in
 *   which pages are edited, and `assets/`, whose names change with what is in them
 */
export async function bundleApp(cacheDir: string): Promise<string> {
  const dir = join(cacheDir, 'desk-app', await hashFiles('.', SOURCES));
  if (await exists(dir)) return dir;
  // React has two builds, and all of it must be of one.
  process.env.NODE_ENV = 'production';
  const work = await openWorkFolder(cacheDir);
  // Half a second to load, and most starts need no new bundle.
  const { build } = await import('vite');
  await build(await viteConfig(work));
  await putInPlace(work, dir);
  return dir;
}

async function viteConfig(outDir: string): Promise<InlineConfig> {
  const { default: react } = await import('@vitejs/plugin-react');
  return {
    root: HERE,
    configFile: false,
    publicDir: false,
    cacheDir: join(HERE, '../../.cache/vite-desk'),
    define: { 'import.meta.env.WITH_STYLE_GUIDE': 'false' },
    // Texts on the edited page become editable where React makes its elements.
    plugins: [react({ jsxImportSource: 'desk-jsx' })],
    resolve: {
      alias: [
        {
          find: /^desk-jsx\/jsx-(?:dev-)?runtime$/,
          replacement: join(HERE, 'canvas/jsx-runtime.ts'),
        },
      ],
    },
    css: { modules: { localsConvention: 'camelCaseOnly' } },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        input: { index: join(HERE, 'index.html'), canvas: join(HERE, 'canvas/index.html') },
        checks: { bundlerTimings: false },
      },
    },
    logLevel: 'warn',
  };
}
