import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import mediaMinmax from '@csstools/postcss-media-minmax';
import { CODE } from '../../publish/bundle.ts';
import { compressFiles } from '../../publish/compress.ts';
import { cachedFolder, hashFiles, packedOr } from '../../publish/folders.ts';

/**
 * Bundles the app, unless the same sources were bundled before.
 *
 * @returns the bundle's folder; `sign-in/`, the manifest and the icons need no session
 */
export async function bundleApp(cacheDir: string): Promise<string> {
  return packedOr('desk-app', async () => {
    const sources = await hashFiles('.', [...CODE, 'desk/**']);
    return cachedFolder(join(cacheDir, 'desk-app'), sources, async (work) => {
      await bundle(work, '', ['index.html', 'canvas/index.html']);
      await prefetchCanvas(work);
      // The sign-in page is bundled separately, so that it shares no file with the app.
      await bundle(work, 'sign-in/', ['index.html']);
      // Phones get the compressed copies, which are a third of the scripts' size.
      await compressFiles(work, join(cacheDir, 'compressed'));
    });
  });
}

/**
 * Makes the app prefetch the files of the edited page, which needs them as soon as the app has
 * started.
 */
async function prefetchCanvas(work: string) {
  const [app, canvas] = ['index.html', 'canvas/index.html'].map((name) => join(work, name));
  if (!app || !canvas) return;
  const html = await readFile(app, 'utf8');
  const found = (await readFile(canvas, 'utf8')).matchAll(
    /(?:src|href)="(\/assets\/[\w.-]+\.(?:js|css))"/g,
  );
  const files = [...found].map(([, file = '']) => file).filter((file) => !html.includes(file));
  const links = files.map((file) => `<link rel="prefetch" href="${file}">`);
  await writeFile(app, html.replace('</head>', `${links.join('')}</head>`));
}

async function bundle(work: string, folder: string, pages: string[]) {
  // All of React must be of one build.
  process.env.NODE_ENV = 'production';
  // Vite is slow to load, and most starts need no new bundle.
  const { build } = await import('vite');
  const here = import.meta.dirname;
  const root = join(here, folder);
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    base: `/${folder}`,
    css: {
      modules: { localsConvention: 'camelCaseOnly' },
      // Safari before 16.4 does not know `width < 900px`, as in `vite.config.ts`.
      postcss: { plugins: [mediaMinmax()] },
    },
    // This runtime makes texts on the page editable.
    oxc: { jsx: { importSource: join(here, 'canvas') } },
    build: {
      // The path is absolute, because Vite resolves another one from its root.
      outDir: resolve(work, folder),
      emptyOutDir: false,
      // These are the oldest browsers of the caterer (README). `tests/compatibility/` checks the
      // result.
      target: ['chrome109', 'edge109', 'firefox115', 'safari16', 'ios16'],
      // The CSP allows no data: URLs.
      assetsInlineLimit: 0,
      rolldownOptions: { input: pages.map((page) => join(root, page)) },
    },
  });
}
