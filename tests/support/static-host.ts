import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/**
 * A static host: `/home` is `home.html`, an unknown path `404.html`, and it applies `_redirects` and
 * `_headers`.
 */
export async function startStaticHost(siteDir: string) {
  const id = (await readFile(join(siteDir, 'current'), 'utf8')).trim();
  const folder = join(siteDir, 'releases', id, 'public');
  const redirects = new Map(
    (await readFile(join(folder, '_redirects'), 'utf8'))
      .split('\n')
      .map((line) => line.split(' ') as [string, string]),
  );
  const blocks = (await readFile(join(folder, '_headers'), 'utf8')).trim().split(/\n(?=\S)/);
  const rules = blocks.map((block) => {
    const [path = '', ...lines] = block.split('\n').filter((line) => line.trim() !== '');
    const headers = lines.map((line) => line.trim().split(/:\s*(.*)/s, 2) as [string, string]);
    return { fits: (asked: string) => asked === path || isBelow(asked, path), headers };
  });

  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
    const to = redirects.get(path);
    if (to !== undefined) return response.writeHead(301, { location: to }).end();
    const wanted = join(folder, normalize(path));
    const file = [wanted, `${wanted}.html`].find((name) => extname(name) && existsSync(name));
    for (const { headers } of rules.filter(({ fits }) => fits(path))) {
      for (const [name, value] of headers) response.setHeader(name, value);
    }
    const shown = file ?? join(folder, '404.html');
    if (!response.hasHeader('content-type')) {
      response.setHeader('content-type', TYPES[extname(shown)] ?? 'application/octet-stream');
    }
    return response.writeHead(file ? 200 : 404).end(await readFile(shown));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const isBelow = (asked: string, path: string) =>
  path.endsWith('/*') && asked.startsWith(path.slice(0, -1));
