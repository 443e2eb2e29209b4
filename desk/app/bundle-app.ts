import { join } from 'node:path';
import type { InlineConfig } from 'vite';
import { createFolder, exists, hashFiles } from '../../publish/folders.ts';

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
 *   which pages are edited, and what answers without a session: `sign-in/`, the manifest and the icons
 */
export async function bundleApp(cacheDir: string): Promise<string> {
  const dir = join(cacheDir, 'desk-app', await hashFiles('.', SOURCES));
  if (await exists(dir)) return dir;
  // React has two builds, and all of it must be of one.
  process.env.NODE_ENV = 'production';
  // Half a second to load, and most starts need no new bundle.
  const { build } = await import('vite');
  await createFolder(dir, async (work) => {
    await build(await appConfig(work));
    // By itself, so that it shares no file with the app.
    await build({
      ...SHARED,
      root: join(HERE, 'sign-in'),
      base: '/sign-in/',
      publicDir: false,
      build: { ...SHARED.build, outDir: join(work, 'sign-in') },
    });
  });
  return dir;
}

const SHARED = {
  configFile: false,
  cacheDir: join(HERE, '../../.cache/vite-desk'),
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  logLevel: 'warn',
} as const satisfies InlineConfig;

async function appConfig(outDir: string): Promise<InlineConfig> {
  const { default: react } = await import('@vitejs/plugin-react');
  return {
    ...SHARED,
    root: HERE,
    publicDir: join(HERE, 'public'),
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
    build: {
      ...SHARED.build,
      outDir,
      rolldownOptions: {
        input: { index: join(HERE, 'index.html'), canvas: join(HERE, 'canvas/index.html') },
        checks: { bundlerTimings: false },
      },
    },
  };
}
