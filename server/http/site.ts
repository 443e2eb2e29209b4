import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerKind } from '../../enquiry/security-headers.ts';
import type { FileContents } from './file-contents.ts';
import type { ServedSite } from './served-site.ts';
import {
  OWN_FILE,
  type SiteDocument,
  type SiteFile,
  SPECULATION_RULES_PATH,
  type Variant,
} from './site-files.ts';

/**
 * Answers every address outside the API: a redirect, a page, a file, or the not-found page.
 *
 * Where a redirect leads comes from the release alone, so that no address can send a visitor to
 * another host (`//evil.example/` is a path nobody knows: not found).
 */
export function createSiteHandler(contents: FileContents, now: () => number) {
  return async (
    site: ServedSite,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const url = request.raw.url ?? '/';
    const [rawPath = '/', ...query] = url.split('?');
    const path = decodePath(rawPath);
    const search = query.length === 0 ? '' : `?${query.join('?')}`;
    const setHeaders = (kind: AnswerKind) =>
      reply.headers(site.securityHeaders(kind, request.protocol === 'https'));

    const target = site.redirects.get(path) ?? withoutSlash(path, site);
    if (target !== undefined) {
      setHeaders('other');
      return reply
        .code(301)
        .header('cache-control', 'public, max-age=3600')
        .header('location', target + search)
        .send('');
    }

    const shown = ({ plain, withNotice }: SiteDocument) =>
      withNotice && site.isNoticeShown(now()) ? withNotice : plain;
    /** @returns false when the file is gone from the disk; never the reply, which is a thenable */
    const send = async (file: SiteFile, kind: AnswerKind, status: 200 | 404 = 200) => {
      const variant = chooseVariant(file.variants, request.headers['accept-encoding']);
      const { encoding, etag, sizeBytes } = variant;
      const isKnown = status === 200 && hasTag(request.headers['if-none-match'], etag);
      const content = isKnown || request.method === 'HEAD' ? '' : await contents.read(variant);
      if (content === undefined) return false;

      setHeaders(kind);
      reply.headers({ 'cache-control': file.cacheControl, etag });
      if (file.variants.length > 1) reply.header('vary', 'Accept-Encoding');
      if (kind === 'own-file') reply.header('content-disposition', 'inline');
      if (isKnown) {
        reply.code(304).send();
        return true;
      }
      reply.headers({ 'content-type': file.contentType, 'content-length': sizeBytes });
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      reply.code(status).send(content);
      return true;
    };

    const page = site.pages.get(path);
    if (page && site.files.has(SPECULATION_RULES_PATH)) {
      reply.header('speculation-rules', `"${SPECULATION_RULES_PATH}"`);
    }
    const file = page ? shown(page) : site.files.get(path);
    const isSent = file && (await send(file, page ? { page: path } : kindOf(path, file)));
    if (isSent || (await send(shown(site.notFound), { page: '' }, 404))) return reply;
    return reply.code(404).send('');
  };
}

function kindOf(path: string, { contentType }: SiteFile): AnswerKind {
  if (OWN_FILE.test(path)) return 'own-file';
  return contentType.startsWith('text/javascript') ? 'script' : 'asset';
}

/** The variant the browser likes best, by RFC 9110, 12.5.3; the smaller one among equals. */
function chooseVariant(
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

function withoutSlash(path: string, { redirects, pages }: ServedSite): string | undefined {
  if (path === '/' || !path.endsWith('/')) return undefined;
  const shorter = path.slice(0, -1);
  return redirects.get(shorter) ?? (pages.has(shorter) ? shorter : undefined);
}

/** An address that is no valid UTF-8 stays as it came: nothing has that name. */
function decodePath(rawPath: string): string {
  try {
    return decodeURIComponent(rawPath);
  } catch {
    return rawPath;
  }
}
