import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { Release } from '../../enquiry/release.ts';
import type { AnswerKind } from '../../enquiry/security-headers.ts';
import type { PublishedRelease } from '../release.ts';

/** A file of the site with its response headers. */
export interface SiteFile {
  kind: AnswerKind;
  contentType: string;
  cacheControl: string;
  /** The encodings of the same content, smallest first; the uncompressed one is last. */
  variants: [...Variant[], Variant];
}

export interface Variant {
  encoding: 'br' | 'gzip' | 'identity';
  etag: string;
  path: string;
  sizeBytes: number;
}

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
  '.map': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

/** Has its own content type (HTML standard, 'speculation rules'). */
export const SPECULATION_RULES_PATH = '/speculation-rules.json';

/** Folders of files with content-hashed names, which are immutable. */
const HASHED = /^\/(?:assets|photos|fonts)\//;
/** The caterer's files, under their original names. */
const OWN_FILE = /^\/files\//;
/** Files for static hosts, and hidden files of operating systems. */
const NOT_SERVED = /(?:^|\/)[._](?!well-known\/)/;

/**
 * Lists a release's files once. Requests are looked up in this list, never on disk, which prevents
 * path traversal.
 *
 * @throws Error naming the page whose file is missing
 */
export async function readSiteFiles({ release, publicDir }: PublishedRelease): Promise<SiteFiles> {
  const entries = await readdir(publicDir, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(publicDir, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const names = new Set(paths);
  const isEncoding = (name: string) => /\.(?:br|gz)$/.test(name) && names.has(name.slice(0, -3));
  const files = paths.filter(
    (name) => !isEncoding(name) && !name.endsWith('.html') && !NOT_SERVED.test(name),
  );
  const read = (name: string, kind?: AnswerKind) => readSiteFile(publicDir, name, names, kind);
  const readDocument = async (
    path: string,
    { file, noticeFile }: Release['notFound'],
  ): Promise<SiteDocument> => {
    const missing = [file, noticeFile].find((name) => name !== undefined && !names.has(name));
    if (missing !== undefined) {
      throw new Error(
        `${join(publicDir, missing)} is missing: publish again with 'npm run build'.`,
      );
    }
    const kind = { page: path };
    return {
      plain: await read(file, kind),
      ...(noticeFile && { withNotice: await read(noticeFile, kind) }),
    };
  };
  const list = async <Item>(items: Promise<readonly [string, Item]>[]) =>
    new Map(await Promise.all(items));
  return {
    files: await list(files.map(async (name) => [`/${name}`, await read(name)] as const)),
    pages: await list(
      release.pages.map(
        async ({ path, ...page }) => [path, await readDocument(path, page)] as const,
      ),
    ),
    notFound: await readDocument('', release.notFound),
  };
}

async function readSiteFile(
  publicDir: string,
  name: string,
  names: ReadonlySet<string>,
  kind: AnswerKind = kindOf(name),
): Promise<SiteFile> {
  const path = `/${name}`;
  const isHashed = HASHED.test(path);
  const readVariant = async (encoding: Variant['encoding'], file: string): Promise<Variant> => {
    const full = join(publicDir, file);
    // A hashed address has one version; the tag of another one is its content's hash, the same on every machine.
    const content = isHashed ? undefined : await readFile(full);
    const hash = content ? createHash('sha256').update(content).digest('base64url') : '1';
    return {
      encoding,
      etag: `"${hash.slice(0, 16)}${encoding === 'identity' ? '' : `-${encoding}`}"`,
      path: full,
      sizeBytes: content?.length ?? (await stat(full)).size,
    };
  };
  const variants: SiteFile['variants'] = [await readVariant('identity', name)];
  if (names.has(`${name}.gz`)) variants.unshift(await readVariant('gzip', `${name}.gz`));
  if (names.has(`${name}.br`)) variants.unshift(await readVariant('br', `${name}.br`));
  return {
    kind,
    contentType:
      path === SPECULATION_RULES_PATH
        ? 'application/speculationrules+json'
        : (CONTENT_TYPES[extname(name)] ?? 'application/octet-stream'),
    cacheControl: isHashed
      ? 'public, max-age=31536000, immutable'
      : name.endsWith('.html')
        ? 'no-cache'
        : 'public, max-age=3600',
    variants,
  };
}

function kindOf(name: string): AnswerKind {
  if (OWN_FILE.test(`/${name}`)) return 'own-file';
  return /\.m?js$/.test(name) ? 'script' : 'asset';
}
