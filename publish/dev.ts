/**
 * `npm run dev`: pages rendered at each request, styles and components replaced in the browser as
 * they are saved, the real server behind `/api` (with the facts of the last build). Changing
 * `content/` reloads the page; a mistake in it is shown in the browser and mends itself with the
 * next save.
 */
import { spawn } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { createServer, mergeConfig, type ViteDevServer } from 'vite';
import { heroPreload } from '../site/picture/photo-preload.ts';
import type * as Render from '../site/render.tsx';
import { NOT_FOUND_PAGE, PAGE_PATHS, type PageId, REDIRECTS } from '../site/routes.ts';
import { loadContent } from './content/load-content.ts';
import { pageData } from './page-data.ts';
import { prepareSitePhotos } from './photos/site-photos.ts';
import { viteConfig } from './vite-config.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** Files served as they are; photos are the only ones that have to be made. */
const PUBLIC_DIR = '.cache/dev';
const CONTENT_DIR = join(ROOT, 'content');
const PORT = Number(process.env.PORT ?? 3000);
const API_PORT = PORT + 1;

process.chdir(ROOT);
await cp('site/public', PUBLIC_DIR, { recursive: true });
await readContent();

const vite = await createServer(
  mergeConfig(viteConfig(ROOT), {
    publicDir: PUBLIC_DIR,
    server: {
      host: '127.0.0.1',
      port: PORT,
      strictPort: true,
      proxy: { '/api': `http://127.0.0.1:${API_PORT}` },
    },
    plugins: [{ name: 'pages', configureServer: servePages }],
  }),
);
await vite.listen();
const api = spawn(process.execPath, ['--watch', 'server/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, PORT: String(API_PORT) },
});
process.on('exit', () => api.kill());
console.log(`Pages with hot reload: http://localhost:${PORT}`);

/** Reads content and photos anew: both are quick when nothing changed. */
async function readContent() {
  const content = await loadContent('content');
  return { content, photos: await prepareSitePhotos(content, PUBLIC_DIR) };
}

function servePages(server: ViteDevServer) {
  server.watcher.add(CONTENT_DIR);
  server.watcher.on('all', (_event, file) => {
    if (file.startsWith(CONTENT_DIR + sep)) server.ws.send({ type: 'full-reload' });
  });
  server.middlewares.use(async (request, response, next) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const redirect = REDIRECTS.find(({ from }) => from === url.pathname);
    if (redirect) {
      response.writeHead(301, { location: redirect.to + url.search }).end();
      return;
    }
    if (!request.headers.accept?.includes('text/html')) return next();
    const known = Object.entries(PAGE_PATHS).find(([, path]) => path === url.pathname);
    const page = (known?.[0] ?? NOT_FOUND_PAGE) as PageId;
    try {
      const html = await server.transformIndexHtml(url.pathname, await render(server, page));
      response.writeHead(known ? 200 : 404, { 'content-type': 'text/html' }).end(html);
    } catch (error) {
      if (error instanceof Error) server.ssrFixStacktrace(error);
      next(error);
    }
  });
}

async function render(server: ViteDevServer, page: PageId): Promise<string> {
  const { content, photos } = await readContent();
  const { renderPage } = (await server.ssrLoadModule('/site/render.tsx')) as typeof Render;
  const data = pageData(page, content, photos);
  const first = 'heroPhotos' in data.content ? data.content.heroPhotos[0] : undefined;
  return renderPage(data, {
    script: '/site/browser.tsx',
    modulePreloads: [],
    styles: ['/site/styles/main.css'],
    fontPreloads: [],
    ...(first && { photoPreload: heroPreload(first) }),
  });
}
