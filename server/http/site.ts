import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { LRUCache } from 'lru-cache';
import type { FileVariant, SiteDocument, SiteFile, SiteFiles } from './site-files.ts';

/**
 * The largest file that is kept in memory. Larger ones, such as full-screen photos, are streamed
 * from disk.
 */
const MAX_CACHED_BYTES = 512 * 1024;
const CACHE_BYTES = 32 * 1024 * 1024;
const CHANGED = 'The file has changed since the release was read.';

export interface Site extends SiteFiles {
  redirects: ReadonlyMap<string, string>;
  isNoticeShown: (nowMs: number) => boolean;
}

/**
 * Creates the handler of addresses outside the API. It responds with a redirect, a page, a file, or
 * the not-found page. Only the release names redirect targets, which prevents open redirects.
 */
export function createSiteHandler() {
  const contents = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (content) => Math.max(1, content.length),
  });

  async function send(
    file: SiteFile,
    status: 200 | 404,
    { request, response, isOverTls }: Exchange,
  ): Promise<void> {
    const variant = chooseVariant(file, request.headers['accept-encoding']);
    const headers = variant.headers[isOverTls ? 'https' : 'http'];
    if (status === 200 && hasTag(request.headers['if-none-match'], variant.etag)) {
      response.writeHead(304, headers.notModified).end();
    } else if (request.method === 'HEAD') {
      response.writeHead(status, headers.whole).end();
    } else if (variant.sizeBytes > MAX_CACHED_BYTES) {
      const { size } = await stat(variant.path);
      if (size !== variant.sizeBytes) throw new Error(CHANGED);
      response.writeHead(status, headers.whole);
      await pipeline(createReadStream(variant.path, { end: variant.sizeBytes - 1 }), response);
    } else {
      const content = contents.get(variant.path) ?? (await readFile(variant.path));
      if (content.length !== variant.sizeBytes) throw new Error(CHANGED);
      contents.set(variant.path, content);
      response.writeHead(status, headers.whole).end(content);
    }
  }

  /** @returns the path of the page that was sent, or that the browser has in its cache */
  return async (site: Site, exchange: Exchange): Promise<string | undefined> => {
    const { request, response, isOverTls } = exchange;
    const [rawPath = '/', ...query] = String(request.url).split('?');
    const path = decodeOrKeep(rawPath);
    const target = site.redirects.get(path) ?? withoutSlash(path, site);
    if (target !== undefined) {
      response.writeHead(301, {
        ...site.securityHeaders('other', isOverTls),
        'cache-control': 'public, max-age=3600',
        location: [target, ...query].join('?'),
        'content-length': '0',
      });
      response.end();
      return undefined;
    }
    const page = site.pages.get(path);
    const shown = ({ plain, withNotice }: SiteDocument) =>
      withNotice && site.isNoticeShown(Date.now()) ? withNotice : plain;
    const file = page ? shown(page) : site.files.get(path);
    await send(file ?? shown(site.notFound), file ? 200 : 404, exchange);
    return page && request.method === 'GET' ? path : undefined;
  };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  isOverTls: boolean;
}

/** The smallest variant with an accepted encoding (RFC 9110, 12.5.3). */
function chooseVariant(variants: SiteFile, acceptEncoding = ''): FileVariant {
  const acceptance = new Map<string, boolean>([['identity', true]]);
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [encoding = '', weight = ''] = part.split(';').map((text) => text.trim());
    acceptance.set(encoding, !/^q=0(?:\.0*)?$/.test(weight));
  }
  const acceptsOthers = acceptance.get('*') ?? false;
  const accepted = variants.find(({ encoding }) => acceptance.get(encoding) ?? acceptsOthers);
  return accepted ?? (variants.at(-1) as FileVariant);
}

/** Whether `If-None-Match` contains this tag, possibly as a weak tag. */
function hasTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

function withoutSlash(path: string, { redirects, pages }: Site): string | undefined {
  if (path === '/' || !path.endsWith('/')) return undefined;
  const shorter = path.slice(0, -1);
  return redirects.get(shorter) ?? (pages.has(shorter) ? shorter : undefined);
}

/** Invalid UTF-8 stays encoded, so that it matches nothing. */
function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
