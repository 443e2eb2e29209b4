import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import mediaMinmax from '@csstools/postcss-media-minmax';
import { CODE_PATTERNS } from '../../publish/bundle/bundle-site.ts';
import { packedOrBuilt } from '../../publish/bundle/packed-bundles.ts';
import { compressFiles } from '../../publish/releases/compress.ts';
import { cachedFolder } from '../../runtime/cached-folders.ts';
import { hashFiles } from '../../runtime/hash-files.ts';

/**
 * Bundles the app, unless the same sources were bundled before.
 *
 * @returns the bundle's folder; `sign-in/`, the manifest and the icons need no session
 */
export async function bundleApp(cacheDir: string): Promise<string> {
  return packedOrBuilt('desk-app', async () => {
    const sources = await hashFiles('.', [...CODE_PATTERNS, 'desk/**']);
    return cachedFolder(join(cacheDir, 'desk-app'), sources, async (work) => {
      await bundle(work, '', ['index.html', 'edited-page/index.html'], GROUPS);
      await inlineEditedPage(work);
      // The sign-in page is bundled separately, so that it shares no file with the app.
      await bundle(work, 'sign-in/', ['index.html']);
      // Phones get the compressed copies, which are a third of the scripts' size.
      await compressFiles(work, join(cacheDir, 'compressed'));
    });
  });
}

/**
 * Puts the document of the edited page into the app's document, as a template, which saves a
 * request. Its files are preloaded, because Safari does not support `prefetch`.
 */
async function inlineEditedPage(work: string) {
  const [app, editedPage] = ['index.html', 'edited-page/index.html'].map((name) =>
    join(work, name),
  );
  if (!app || !editedPage) return;
  const html = await readFile(app, 'utf8');
  const [, head = ''] = /<head>(.*)<\/head>/s.exec(await readFile(editedPage, 'utf8')) ?? [];
  const found = head.matchAll(/(?:src|href)="(\/assets\/[\w.-]+)"/g);
  const files = [...found].map(([, file = '']) => file).filter((file) => !html.includes(file));
  const links = files.map((file) => {
    const kind = file.endsWith('.css') ? 'style' : 'script';
    return `<link rel="preload" as="${kind}" crossorigin href="${file}">`;
  });
  const template = `<template id="edited-page">${head}</template>`;
  await writeFile(
    app,
    html
      .replace('</head>', () => `${links.join('')}</head>`)
      .replace('</body>', () => `${template}</body>`),
  );
  await rm(dirname(editedPage), { recursive: true });
}

/**
 * Groups modules into few scripts, because each request costs as much as some kilobytes. A script
 * always runs as a whole, so modules that the app shares with the page must be in `base`: importing
 * the page's script would start the page in the desk's own window (`bundle-app.test.ts`).
 */
const GROUPS = [
  {
    name: 'base',
    test: endsWith(
      'edited-page/jsx-runtime.ts',
      'rich-text/PagePaths.tsx',
      'react-dom/client.js',
      'site/document/page-context.ts',
      'site/parts/contact.ts',
      'site/photo/photo.ts',
      'site/shell/Drawing.tsx',
      'styles/tokens.css',
    ),
    priority: 3,
  },
  { name: 'desk', test: endsWith('app/main.tsx'), priority: 2 },
  { name: 'page', test: endsWith('edited-page/edited-page.tsx'), priority: 1 },
];

/** Matches the ends of paths, on Windows too. */
function endsWith(...ends: string[]): RegExp {
  const patterns = ends.map((end) => end.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]'));
  return new RegExp(`[\\\\/](?:${patterns.join('|')})$`);
}

async function bundle(work: string, folder: string, pages: string[], groups: typeof GROUPS = []) {
  // All of React must be of one build.
  process.env.NODE_ENV = 'production';
  // Vite is slow to load, and most starts need no new bundle.
  const { build } = await import('vite');
  const app = resolve(import.meta.dirname, '../app');
  const root = join(app, folder);
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
    oxc: { jsx: { importSource: join(app, 'edited-page') } },
    build: {
      // The path is absolute, because Vite resolves another one from its root.
      outDir: resolve(work, folder),
      emptyOutDir: false,
      // These are the oldest browsers of the caterer (README). `tests/compatibility/` checks the
      // result.
      target: ['chrome109', 'edge109', 'firefox115', 'safari16', 'ios16'],
      // The CSP allows no data: URLs.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: pages.map((page) => join(root, page)),
        output: { codeSplitting: { groups } },
      },
    },
  });
}
