import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { Release } from '../release.ts';

/** One file of the built site, as it is answered. */
export interface SiteFile {
  contentType: string;
  cacheControl: string;
  /** Ways the same content can travel, the smallest first; the plain one is last. */
  variants: [...Variant[], Variant];
}

export interface Variant {
  encoding: 'br' | 'gzip' | 'identity';
  etag: string;
  sizeBytes: number;
  /** The content, or the file to stream it from when it is too large to keep in memory. */
  source: Buffer | string;
}

export interface SiteFiles {
  /** By path of the URL, decoded: '/assets/site-3fa9.js'. Pages are not among them. */
  files: Map<string, SiteFile>;
  /** By path of the URL: '/home'. */
  pages: Map<string, SiteFile>;
  notFound: SiteFile;
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
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

/** Answered with a type of its own (HTML standard, 'speculation rules'). */
export const SPECULATION_RULES_PATH = '/speculation-rules.json';

/** Folders whose file names hold a hash of the content: a name never changes its content. */
const HASHED = /^\/(?:assets|photos|fonts)\//;
const FOREVER = 'public, max-age=31536000, immutable';
const ASK_EVERY_TIME = 'no-cache';
const AN_HOUR = 'public, max-age=3600';

/** Larger files are streamed from disk. All but the photos are far smaller. */
const KEEP_IN_MEMORY_BYTES = 512 * 1024;

const SIBLINGS = { br: '.br', gzip: '.gz' } as const;

/**
 * Lists the built site once, at the start. Answers are looked up in this list, never on disk, so
 * that no address, however odd, can reach a file that is not in it.
 *
 * @throws Error naming the page whose file is missing
 */
export async function readSiteFiles(publicDir: string, release: Release): Promise<SiteFiles> {
  const names = (await readdir(publicDir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(publicDir, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const known = new Set(names);
  const isSibling = (name: string) => /\.(?:br|gz)$/.test(name) && known.has(name.slice(0, -3));
  // '_redirects' is for hosts without a server.
  const isForOthers = (name: string) =>
    /(?:^|\/)[._]/.test(name) && !name.startsWith('.well-known/');

  const files = new Map<string, SiteFile>();
  for (const name of names) {
    if (isSibling(name) || isForOthers(name) || name.endsWith('.html')) continue;
    files.set(`/${name}`, await readSiteFile(publicDir, name, known));
  }
  const readPage = async (path: string, name: string) => {
    if (!known.has(name)) {
      throw new Error(
        `dist/public/${name} for ${path} is missing: build the site again with 'npm run build'.`,
      );
    }
    return readSiteFile(publicDir, name, known);
  };
  const pages = new Map<string, SiteFile>();
  for (const { path, file } of release.pages) pages.set(path, await readPage(path, file));
  return { files, pages, notFound: await readPage('any other path', release.notFoundFile) };
}

async function readSiteFile(
  publicDir: string,
  name: string,
  known: ReadonlySet<string>,
): Promise<SiteFile> {
  const path = `/${name}`;
  const isHashed = HASHED.test(path);
  const contentType =
    path === SPECULATION_RULES_PATH
      ? 'application/speculationrules+json'
      : (CONTENT_TYPES[extname(name)] ?? 'application/octet-stream');

  const readVariant = async (encoding: Variant['encoding'], file: string): Promise<Variant> => {
    const full = join(publicDir, file);
    const { size } = await stat(full);
    const isKept = size <= KEEP_IN_MEMORY_BYTES && !contentType.startsWith('image/');
    const source = isKept || !isHashed ? await readFile(full) : full;
    // The content's hash, the same on every machine that serves this build.
    const tag = isHashed ? name : createHash('sha256').update(source).digest('base64url');
    return {
      encoding,
      etag: `"${tag.replace(/[^\w.-]/g, '-').slice(-60)}${encoding === 'identity' ? '' : `-${encoding}`}"`,
      sizeBytes: size,
      source,
    };
  };
  const variants: SiteFile['variants'] = [await readVariant('identity', name)];
  for (const encoding of ['gzip', 'br'] as const) {
    const sibling = name + SIBLINGS[encoding];
    if (known.has(sibling)) variants.unshift(await readVariant(encoding, sibling));
  }
  return {
    contentType,
    cacheControl: isHashed ? FOREVER : name.endsWith('.html') ? ASK_EVERY_TIME : AN_HOUR,
    variants,
  };
}
