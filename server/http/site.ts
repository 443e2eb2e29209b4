import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AnswerKind } from '../../enquiry/security-headers.ts';
import { type FileContents, TornFileError } from './file-contents.ts';
import type { ServedSite } from './served-site.ts';
import {
  OWN_FILE,
  type SiteDocument,
  type SiteFile,
  SPECULATION_RULES_PATH,
  type Variant,
} from './site-files.ts';

/** Names and values in turn, as `writeHead` takes them without making anything of them. */
type Head = string[];

/**
 * Answers every address outside the API, on Node's own response: a redirect, a page, a file, or the
 * not-found page.
 *
 * Where a redirect leads comes from the release alone, so that no address can send a visitor to
 * another host (`//evil.example/` is a path nobody knows: not found).
 *
 * @param onFailure told of a file that is there and cannot be read
 */
export function createSiteHandler(
  contents: FileContents,
  now: () => number,
  onFailure: (error: unknown) => void,
) {
  return async (
    site: ServedSite,
    request: IncomingMessage,
    response: ServerResponse,
    overTls: boolean,
  ): Promise<void> => {
    const [rawPath = '/', ...query] = (request.url ?? '/').split('?');
    const path = decodePath(rawPath);

    const target = site.redirects.get(path) ?? withoutSlash(path, site);
    if (target !== undefined) {
      const search = query.length === 0 ? '' : `?${query.join('?')}`;
      const head = { 'cache-control': 'public, max-age=3600', location: target + search };
      return sendEmpty(response, 301, { ...site.securityHeaders('other', overTls), ...head });
    }

    const shown = ({ plain, withNotice }: SiteDocument) =>
      withNotice && site.isNoticeShown(now()) ? withNotice : plain;
    /** @returns false when the file is gone from the disk */
    const send = async (file: SiteFile, kind: AnswerKind, status: 200 | 404 = 200) => {
      const variant = chooseVariant(file.variants, request.headers['accept-encoding']);
      const heads = headsOf(site, file, variant, kind)[overTls ? 'overTls' : 'plain'];
      if (status === 200 && hasTag(request.headers['if-none-match'], variant.etag)) {
        response.writeHead(304, heads.known).end();
        return true;
      }
      if (request.method === 'HEAD') {
        response.writeHead(status, heads.whole).end();
        return true;
      }
      const content = contents.kept(variant) ?? (await contents.read(variant));
      if (content === undefined) return false;
      response.writeHead(status, heads.whole);
      if (content instanceof Readable) await pipeline(content, response);
      else response.end(content);
      return true;
    };

    try {
      const page = site.pages.get(path);
      const file = page ? shown(page) : site.files.get(path);
      if (file && (await send(file, page ? { page: path } : kindOf(path, file)))) return;
      await send(shown(site.notFound), { page: '' }, 404);
    } catch (error) {
      // No other answer may follow on this connection: it would pass for the rest of this one.
      if (error instanceof TornFileError || response.headersSent) return void request.destroy();
      onFailure(error);
      const head = { 'cache-control': 'no-store' };
      sendEmpty(response, 500, { ...site.securityHeaders('other', overTls), ...head });
    }
  };
}

function sendEmpty(response: ServerResponse, status: number, head: Record<string, string>): void {
  response.writeHead(status, { ...head, 'content-length': '0' }).end();
}

interface Heads {
  whole: Head;
  /** Of a 304. */
  known: Head;
}

/** Made when they are first asked for; they go with their release. */
const madeHeads = new WeakMap<Variant, Record<'plain' | 'overTls', Heads>>();

function headsOf(site: ServedSite, file: SiteFile, variant: Variant, kind: AnswerKind) {
  const made = madeHeads.get(variant);
  if (made) return made;
  const isPage = typeof kind === 'object' && site.pages.has(kind.page);
  const make = (overTls: boolean): Heads => {
    const known = {
      ...site.securityHeaders(kind, overTls),
      'cache-control': file.cacheControl,
      etag: variant.etag,
      ...(isPage &&
        site.files.has(SPECULATION_RULES_PATH) && {
          'speculation-rules': `"${SPECULATION_RULES_PATH}"`,
        }),
      ...(file.variants.length > 1 && { vary: 'Accept-Encoding' }),
      ...(kind === 'own-file' && { 'content-disposition': 'inline' }),
    };
    const whole = {
      ...known,
      'content-type': file.contentType,
      'content-length': String(variant.sizeBytes),
      ...(variant.encoding !== 'identity' && { 'content-encoding': variant.encoding }),
    };
    return { whole: Object.entries(whole).flat(), known: Object.entries(known).flat() };
  };
  const heads = { plain: make(false), overTls: make(true) };
  madeHeads.set(variant, heads);
  return heads;
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
  const plain = variants.at(-1) as Variant;
  if (variants.length === 1) return plain;
  const weights = new Map<string, number>();
  for (const part of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const q = parameters.find((text) => text.startsWith('q='))?.slice(2);
    const weight = q === undefined ? 1 : Number(q);
    weights.set(name, weight >= 0 && weight <= 1 ? weight : 0);
  }
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
  if (header === undefined) return false;
  return header
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
