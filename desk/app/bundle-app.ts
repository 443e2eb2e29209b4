import { join, resolve } from 'node:path';
import { CODE } from '../../publish/bundle.ts';
import { compressFiles } from '../../publish/compress.ts';
import { cachedFolder, hashFiles, packedOr } from '../../publish/folders.ts';

/**
 * Bundles the app, unless the same sources were bundled before.
 *
 * @returns its folder; `sign-in/`, the manifest and the icons need no session
 */
export async function bundleApp(cacheDir: string): Promise<string> {
  return packedOr('desk-app', async () => {
    const sources = await hashFiles('.', [...CODE, 'desk/**']);
    return cachedFolder(join(cacheDir, 'desk-app'), sources, async (work) => {
      await bundle(work, '', ['index.html', 'canvas/index.html']);
      // Apart, so that it shares no file with the app.
      await bundle(work, 'sign-in/', ['index.html']);
      // For phones: the scripts are a third of their size.
      await compressFiles(work, join(cacheDir, 'compressed'));
    });
  });
}

async function bundle(work: string, folder: string, pages: string[]) {
  // All of React must be of one build.
  process.env.NODE_ENV = 'production';
  // Slow to load, and most starts need no new bundle.
  const { build } = await import('vite');
  const here = import.meta.dirname;
  const root = join(here, folder);
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    base: `/${folder}`,
    css: { modules: { localsConvention: 'camelCaseOnly' } },
    // Makes texts on the page editable.
    oxc: { jsx: { importSource: join(here, 'canvas') } },
    build: {
      // Absolute: Vite takes another one from its root.
      outDir: resolve(work, folder),
      emptyOutDir: false,
      // The CSP allows no data: URLs.
      assetsInlineLimit: 0,
      rolldownOptions: { input: pages.map((page) => join(root, page)) },
    },
  });
}
