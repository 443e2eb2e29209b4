import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { readRelease } from '../../../runtime/read-release.ts';
import { listen } from './ports.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/**
 * A static host: `/home` is `home.html`, an unknown path `404.html`, and it applies `_redirects`
 * and `_headers`.
 */
export async function startStaticHost(siteDir: string) {
  const { publicDir: folder } = await readRelease(siteDir);
  const redirectLines = (await readFile(join(folder, '_redirects'), 'utf8')).split('\n');
  // Each block is a path, and below it the headers of that path, indented.
  const headerBlocks = (await readFile(join(folder, '_headers'), 'utf8')).trim().split(/\n(?=\S)/);

  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
    const redirect = redirectLines.map((line) => line.split(' ')).find(([from]) => from === path);
    if (redirect) return response.writeHead(301, { location: redirect[1] }).end();
    const wanted = join(folder, normalize(path));
    const file = [wanted, `${wanted}.html`].find((name) => extname(name) && existsSync(name));
    const shown = file ?? join(folder, '404.html');
    response.setHeader('content-type', TYPES[extname(shown)] ?? 'application/octet-stream');
    for (const block of headerBlocks) {
      const [pattern = '', ...headers] = block.split('\n').filter((line) => line.trim() !== '');
      const isBelow = pattern.endsWith('/*') && path.startsWith(pattern.slice(0, -1));
      if (pattern !== path && !isBelow) continue;
      for (const header of headers) {
        const colon = header.indexOf(':');
        response.setHeader(header.slice(0, colon).trim(), header.slice(colon + 1).trim());
      }
    }
    return response.writeHead(file ? 200 : 404).end(await readFile(shown));
  });
  const port = await listen(server);
  return {
    url: `http://localhost:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
