import { createReadStream } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Release } from '../release.ts';
import type { AnswerKind } from './headers.ts';
import {
  type SiteFile,
  type SiteFiles,
  SPECULATION_RULES_PATH,
  type Variant,
} from './site-files.ts';

type SetHeaders = (request: FastifyRequest, reply: FastifyReply, kind: AnswerKind) => void;

/**
 * Answers every address outside the API: a redirect, a page, a file, or the not-found page.
 *
 * Where a redirect leads comes from the release alone, so that no address can send a visitor to
 * another host (`//evil.example/` is a path nobody knows: not found).
 */
export function createSiteHandler(release: Release, site: SiteFiles, setHeaders: SetHeaders) {
  const redirects = new Map(release.redirects.map(({ from, to }) => [from, to]));
  const hasSpeculationRules = site.files.has(SPECULATION_RULES_PATH);

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const url = request.raw.url ?? '/';
    const [rawPath = '/', ...query] = url.split('?');
    const path = decodePath(rawPath);
    const search = query.length === 0 ? '' : `?${query.join('?')}`;

    const target = redirects.get(path) ?? withoutSlash(path, redirects, site);
    if (target !== undefined) {
      return reply
        .code(301)
        .header('cache-control', 'public, max-age=3600')
        .header('location', target + search)
        .send('');
    }
    const page = site.pages.get(path);
    if (page !== undefined || !site.files.has(path)) {
      setHeaders(request, reply, { page: page ? path : '' });
      if (page && hasSpeculationRules) {
        reply.header('speculation-rules', `"${SPECULATION_RULES_PATH}"`);
      }
      if (!page) reply.code(404);
      return sendFile(request, reply, page ?? site.notFound);
    }
    const file = site.files.get(path) as SiteFile;
    if (file.contentType.startsWith('text/javascript')) setHeaders(request, reply, 'script');
    return sendFile(request, reply, file);
  };
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile): FastifyReply {
  const { encoding, etag, sizeBytes, source } = chooseVariant(
    file.variants,
    request.headers['accept-encoding'],
  );
  reply.header('cache-control', file.cacheControl).header('etag', etag);
  if (file.variants.length > 1) reply.header('vary', 'Accept-Encoding');
  if (reply.statusCode === 200 && hasTag(request.headers['if-none-match'], etag)) {
    return reply.code(304).send();
  }
  reply.header('content-type', file.contentType).header('content-length', sizeBytes);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  if (request.method === 'HEAD') return reply.send('');
  return reply.send(typeof source === 'string' ? createReadStream(source) : source);
}

/** The variant the browser likes best, by RFC 9110, 12.5.3; the smaller one among equals. */
export function chooseVariant(
  variants: SiteFile['variants'],
  acceptEncoding: string | undefined,
): Variant {
  const weights = new Map<string, number>();
  for (const part of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const q = parameters.find((text) => text.startsWith('q='))?.slice(2);
    const weight = q === undefined ? 1 : Number(q);
    weights.set(name, weight >= 0 && weight <= 1 ? weight : 0);
  }
  const plain = variants.at(-1) as Variant;
  let best = plain;
  let bestWeight = 0;
  for (const variant of variants) {
    if (variant === plain) continue;
    const weight = weights.get(variant.encoding) ?? weights.get('*') ?? 0;
    if (weight > bestWeight) [best, bestWeight] = [variant, weight];
  }
  return (weights.get('identity') ?? 0) > bestWeight ? plain : best;
}

/** Whether `If-None-Match` names this tag; a proxy may have marked it weak. */
function hasTag(header: string | undefined, etag: string): boolean {
  return (header ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');
}

function withoutSlash(
  path: string,
  redirects: ReadonlyMap<string, string>,
  site: SiteFiles,
): string | undefined {
  if (path === '/' || !path.endsWith('/')) return undefined;
  const shorter = path.slice(0, -1);
  return redirects.get(shorter) ?? (site.pages.has(shorter) ? shorter : undefined);
}

/** An address that is no valid UTF-8 stays as it came: nothing has that name. */
function decodePath(rawPath: string): string {
  try {
    return decodeURIComponent(rawPath);
  } catch {
    return rawPath;
  }
}
