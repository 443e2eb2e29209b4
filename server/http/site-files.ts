import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { Release } from '../../enquiry/release.ts';
import { type AnswerKind, createSecurityHeaders } from '../../enquiry/security-headers.ts';
import type { PublishedRelease } from '../release.ts';

/** The variants of a file, smallest first; the uncompressed one is last. */
export type SiteFile = readonly Variant[];

export interface Variant {
  encoding: 'br' | 'gzip' | 'identity';
  etag: string;
  path: string;
  sizeBytes: number;
  /** Response headers by protocol, with and without those of the content. */
  heads: Record<'http' | 'https', { whole: Head; notModified: Head }>;
}

/** Alternating names and values, which `writeHead` takes without copying. */
type Head = string[];

/** A page, and its variant with the notice. */
export interface SiteDocument {
  plain: SiteFile;
  withNotice?: SiteFile;
}

export interface SiteFiles {
  /** Files by decoded URL path: '/assets/site-3fa9.js', without documents. */
  files: Map<string, SiteFile>;
  /** Documents by URL path: '/home'. */
  pages: Map<string, SiteDocument>;
  notFound: SiteDocument;
  securityHeaders: ReturnType<typeof createSecurityHeaders>;
}

const CONTENT_TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

const ENCODINGS = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
  { encoding: 'identity', ending: '' },
] as const;

/** Has its own content type (HTML standard, 'speculation rules'). */
const SPECULATION_RULES = 'speculation-rules.json';
/** Folders of files with content-hashed names, which are immutable. */
const HASHED = /^(?:assets|photos|fonts)\//;
/** The caterer's files, under their original names. */
const OWN_FILE = /^files\//;
/** Documents, files for static hosts, and hidden files of operating systems. */
const NOT_SERVED = /\.html$|(?:^|\/)[._](?!well-known\/)/;

/**
 * Lists a release's files once. Requests are looked up in this list, never on disk, which prevents
 * path traversal.
 *
 * @throws Error naming the page whose file is missing
 */
export async function readSiteFiles({ release, publicDir }: PublishedRelease): Promise<SiteFiles> {
  const securityHeaders = createSecurityHeaders(release);
  const entries = await readdir(publicDir, { recursive: true, withFileTypes: true });
  const names = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(publicDir, join(entry.parentPath, entry.name)).replaceAll(sep, '/')),
  );
  const isCompressed = (name: string) => /\.(?:br|gz)$/.test(name) && names.has(name.slice(0, -3));

  async function readFileOf(name: string, kind: AnswerKind): Promise<SiteFile> {
    if (!names.has(name)) {
      throw new Error(`${join(publicDir, name)} is missing: publish again with 'npm run build'.`);
    }
    const isHashed = HASHED.test(name);
    const isRules = name === SPECULATION_RULES;
    const contentType = CONTENT_TYPES[extname(name)] ?? 'application/octet-stream';
    const present = ENCODINGS.filter(({ ending }) => names.has(name + ending));
    const headers = {
      'cache-control': cacheControlOf(name),
      ...(present.length > 1 && { vary: 'Accept-Encoding' }),
      ...(kind === 'own-file' && { 'content-disposition': 'inline' }),
      ...(typeof kind === 'object' &&
        kind.page !== '' &&
        names.has(SPECULATION_RULES) && { 'speculation-rules': `"/${SPECULATION_RULES}"` }),
    };
    const variants = present.map(async ({ encoding, ending }): Promise<Variant> => {
      const path = join(publicDir, name + ending);
      // A hashed address has one version; the tag of another one is its content's hash, the same
      // on every machine.
      const content = isHashed ? undefined : await readFile(path);
      const hash = content ? createHash('sha256').update(content).digest('base64url') : '1';
      const etag = `"${hash.slice(0, 16)}${ending}"`;
      const sizeBytes = content?.length ?? (await stat(path)).size;
      const heads = (isOverTls: boolean) => {
        const notModified = { ...securityHeaders(kind, isOverTls), ...headers, etag };
        const whole = {
          ...notModified,
          'content-type': isRules ? 'application/speculationrules+json' : contentType,
          'content-length': String(sizeBytes),
          ...(ending !== '' && { 'content-encoding': encoding }),
        };
        return {
          whole: Object.entries(whole).flat(),
          notModified: Object.entries(notModified).flat(),
        };
      };
      return { encoding, etag, path, sizeBytes, heads: { http: heads(false), https: heads(true) } };
    });
    return Promise.all(variants);
  }

  async function readDocument(
    path: string,
    { file, noticeFile }: Release['notFound'],
  ): Promise<SiteDocument> {
    const kind = { page: path };
    const plain = await readFileOf(file, kind);
    return noticeFile ? { plain, withNotice: await readFileOf(noticeFile, kind) } : { plain };
  }

  const files: SiteFiles['files'] = new Map();
  const pages: SiteFiles['pages'] = new Map();
  const served = [...names].filter((name) => !isCompressed(name) && !NOT_SERVED.test(name));
  await Promise.all([
    ...served.map(async (name) => files.set(`/${name}`, await readFileOf(name, kindOf(name)))),
    ...release.pages.map(async (page) => pages.set(page.path, await readDocument(page.path, page))),
  ]);
  return { files, pages, notFound: await readDocument('', release.notFound), securityHeaders };
}

function cacheControlOf(name: string): string {
  if (HASHED.test(name)) return 'public, max-age=31536000, immutable';
  return name.endsWith('.html') ? 'no-cache' : 'public, max-age=3600';
}

function kindOf(name: string): AnswerKind {
  if (OWN_FILE.test(name)) return 'own-file';
  return name.endsWith('.js') ? 'script' : 'asset';
}
