import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { EXAMPLES_DIR } from './build-examples.ts';
import { MISSING } from './example-photos.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

/** The policy of the real pages where it matters here: no inline script, no inline style. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; frame-src *";

export interface ExampleServer {
  url: string;
  close(): Promise<void>;
}

/**
 * Serves the examples (`/hero.html`), `/photos/…` (a picture drawn from its name, at any size and of any
 * ending: browsers look at the bytes) and `/privacy`, on a free port of the loopback interface.
 */
export async function startExampleServer(): Promise<ExampleServer> {
  const server = createServer(async (request, response): Promise<unknown> => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const send = (status: number, type: string, body: string | Buffer) =>
      response
        .writeHead(status, { 'content-type': type, 'content-security-policy': POLICY })
        .end(body);
    if (pathname.includes(MISSING)) return send(404, 'text/plain', 'no such picture');
    if (pathname.startsWith('/photos/')) return send(200, 'image/svg+xml', drawing(pathname));
    if (pathname === '/privacy') return send(200, TYPES['.html'] ?? '', PRIVACY_PAGE);
    const file = normalize(pathname);
    try {
      return send(
        200,
        TYPES[extname(file)] ?? 'text/plain',
        await readFile(join(EXAMPLES_DIR, file)),
      );
    } catch {
      return send(404, 'text/plain', 'no such file');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const PRIVACY_PAGE =
  '<!doctype html><html lang="nl-BE"><title>Privacy</title><h1>Privacyverklaring</h1><p><a href="#">Lees</a></p>';

/** A colour and a number, so that one sees which picture it is. */
function drawing(pathname: string): string {
  const number = Number(/-(\d+)-/.exec(pathname)?.[1] ?? 0);
  const [width, height] = number % 3 === 0 && number > 0 ? [900, 1200] : [1600, 1000];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <rect width="100%" height="100%" fill="hsl(${(number * 67) % 360} 30% ${number % 2 ? 70 : 30}%)"/>
    <circle cx="${width / 2}" cy="${height / 2}" r="${height / 3}" fill="none" stroke="#fff" stroke-width="20"/>
    <text x="50%" y="50%" fill="#fff" font-family="serif" font-size="300" text-anchor="middle" dominant-baseline="central">${number}</text>
  </svg>`;
}
