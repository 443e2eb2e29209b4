import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { ReleaseManifest } from '../../release/manifest.ts';
import { createSecurityHeaders, type ResponseKind } from '../../release/security-headers.ts';
import type { PublishedRelease } from '../../runtime/read-release.ts';

/** The variants of a file, smallest first; the uncompressed one is last. */
export type SiteFile = readonly FileVariant[];

export interface FileVariant {
  encoding: 'br' | 'gzip' | 'identity';
  etag: string;
  path: string;
  sizeBytes: number;
  /** Response headers by protocol: for a response with content, and for one without (304). */
  headers: Record<'http' | 'https', { whole: HeaderFields; notModified: HeaderFields }>;
}

type HeaderFields = Record<string, string>;

export interface SiteDocument {
  plain: SiteFile;
  withNotice?: SiteFile;
}

export interface SiteFiles {
  /** Files by decoded URL path: '/assets/site-3fa9.js', without documents. */
  files: Map<string, SiteFile>;
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
  { encoding: 'br', extension: '.br' },
  { encoding: 'gzip', extension: '.gz' },
  { encoding: 'identity', extension: '' },
] as const;

/** This file has a content type of its own (HTML standard, 'speculation rules'). */
const RULES = 'speculation-rules.json';
/** Folders of files with content-hashed names, which are immutable. */
const HASHED = /^(?:assets|photos|fonts)\//;
/** The caterer's files, under their original names. */
const OWN_FILE = /^files\//;
/** The site's documents, files for static hosts (`_headers`), and hidden files. */
const NOT_SERVED = /^(?!files\/).*\.html$|^_|(?:^|\/)\.(?!well-known\/)/;

/**
 * Lists a release's files once. Request paths are looked up in this list and never on disk, which
 * prevents path traversal.
 *
 * @throws Error naming the page whose file is missing
 */
export async function readSiteFiles({ manifest, publicDir }: PublishedRelease): Promise<SiteFiles> {
  const securityHeaders = createSecurityHeaders(manifest);
  const names = new Set<string>();
  for (const entry of await readdir(publicDir, { recursive: true, withFileTypes: true })) {
    const path = relative(publicDir, join(entry.parentPath, entry.name));
    if (entry.isFile()) names.add(path.replaceAll(sep, '/'));
  }

  async function readFileOf(name: string, kind: ResponseKind): Promise<SiteFile> {
    if (!names.has(name)) {
      throw new Error(`${join(publicDir, name)} is missing: publish again with 'npm run build'.`);
    }
    const present = ENCODINGS.filter(({ extension }) => names.has(name + extension));
    const fileHeaders: HeaderFields = { 'cache-control': cacheControlOf(name) };
    if (present.length > 1) fileHeaders.vary = 'Accept-Encoding';
    if (kind === 'own-file') fileHeaders['content-disposition'] = 'inline';
    const isPage = typeof kind === 'object' && kind.page !== '';
    if (isPage && names.has(RULES)) fileHeaders['speculation-rules'] = `"/${RULES}"`;

    const variants = present.map(async ({ encoding, extension }): Promise<FileVariant> => {
      const path = join(publicDir, name + extension);
      const { hash, sizeBytes } = await identify(path, HASHED.test(name));
      const etag = `"${hash}${extension}"`;
      const contentHeaders: HeaderFields = {
        'content-type': contentTypeOf(name),
        'content-length': String(sizeBytes),
      };
      if (extension !== '') contentHeaders['content-encoding'] = encoding;
      const headersOf = (isOverTls: boolean) => {
        const notModified = { ...securityHeaders(kind, isOverTls), ...fileHeaders, etag };
        return { notModified, whole: { ...notModified, ...contentHeaders } };
      };
      const headers = { http: headersOf(false), https: headersOf(true) };
      return { encoding, etag, path, sizeBytes, headers };
    });
    return Promise.all(variants);
  }

  async function readDocument(page: string, { file, noticeFile }: ReleaseManifest['notFound']) {
    const document: SiteDocument = { plain: await readFileOf(file, { page }) };
    if (noticeFile) document.withNotice = await readFileOf(noticeFile, { page });
    return document;
  }

  const files: SiteFiles['files'] = new Map();
  const pages: SiteFiles['pages'] = new Map();
  for (const name of names) {
    const isCompressed = /\.(?:br|gz)$/.test(name) && names.has(name.slice(0, -3));
    if (isCompressed || NOT_SERVED.test(name)) continue;
    files.set(`/${name}`, await readFileOf(name, kindOf(name)));
  }
  for (const page of manifest.pages) pages.set(page.path, await readDocument(page.path, page));
  const notFound = await readDocument('', manifest.notFound);
  return { files, pages, notFound, securityHeaders };
}

/**
 * Returns the hash and the size of a file. A hashed name identifies its content, so such a file is
 * not read.
 */
async function identify(path: string, isHashed: boolean) {
  if (isHashed) return { hash: '1', sizeBytes: (await stat(path)).size };
  const content = await readFile(path);
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 16);
  return { hash, sizeBytes: content.length };
}

function contentTypeOf(name: string): string {
  if (name === RULES) return 'application/speculationrules+json';
  return CONTENT_TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream';
}

function cacheControlOf(name: string): string {
  if (HASHED.test(name)) return 'public, max-age=31536000, immutable';
  return name.endsWith('.html') ? 'no-cache' : 'public, max-age=3600';
}

function kindOf(name: string): ResponseKind {
  if (OWN_FILE.test(name)) return 'own-file';
  return name.endsWith('.js') ? 'script' : 'asset';
}
