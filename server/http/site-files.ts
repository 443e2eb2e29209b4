import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { Release } from '../../enquiry/release.ts';
import type { PublishedRelease, ReleasesInForce } from '../releases.ts';

/** One file of the site, as it is answered. */
export interface SiteFile {
  contentType: string;
  cacheControl: string;
  /** Ways the same content can travel, the smallest first; the plain one is last. */
  variants: [...Variant[], Variant];
}

export interface Variant {
  encoding: 'br' | 'gzip' | 'identity';
  etag: string;
  path: string;
  sizeBytes: number;
  /** Documents stay in memory for as long as they are in force. */
  content?: Buffer;
}

/** A page, and the same with the notice above it. */
export interface SiteDocument {
  plain: SiteFile;
  withNotice?: SiteFile;
}

export interface SiteFiles {
  /** By path of the URL, decoded: '/assets/site-3fa9.js'. Documents are not among them. */
  files: Map<string, SiteFile>;
  /** By path of the URL: '/home'. */
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

/** Answered with a type of its own (HTML standard, 'speculation rules'). */
export const SPECULATION_RULES_PATH = '/speculation-rules.json';

/** Folders whose file names hold a hash of the content: a name never changes its content. */
const HASHED = /^\/(?:assets|photos|fonts)\//;
/** The caterer's own, under the names they gave them. */
export const OWN_FILE = /^\/files\//;

/** Whether a web server in front may answer it by itself: by its folder alone it knows the headers. */
export const isForWebServer = (path: string) => HASHED.test(path) || OWN_FILE.test(path);

const FOREVER = 'public, max-age=31536000, immutable';
const ASK_EVERY_TIME = 'no-cache';
const AN_HOUR = 'public, max-age=3600';

const SIBLINGS = { br: '.br', gzip: '.gz' } as const;

/**
 * Lists the releases' files once. Answers are looked up in this list, never on disk, so that no
 * address, however odd, can reach a file that is not in it.
 *
 * @throws Error naming the page whose file is missing
 */
export async function readSiteFiles({ current, earlier }: ReleasesInForce): Promise<SiteFiles> {
  const names = await listNames(current.publicDir);
  const files = await readFiles(current.publicDir, names, () => true);
  for (const { publicDir } of earlier) {
    // Gone when it was cleared away meanwhile.
    const oldNames = await listNames(publicDir).catch(() => new Set<string>());
    const isMissing = (path: string) => isForWebServer(path) && !files.has(path);
    const old = await readFiles(publicDir, oldNames, isMissing).catch(() => []);
    for (const [path, file] of old) files.set(path, file);
  }
  return { files, ...(await readDocuments(current, names)) };
}

/** Paths below the folder, with slashes on every platform. */
async function listNames(publicDir: string): Promise<Set<string>> {
  const entries = await readdir(publicDir, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(publicDir, join(entry.parentPath, entry.name)).split(sep).join('/'));
  return new Set(names);
}

async function readFiles(
  publicDir: string,
  names: ReadonlySet<string>,
  isWanted: (path: string) => boolean,
): Promise<Map<string, SiteFile>> {
  const isSibling = (name: string) => /\.(?:br|gz)$/.test(name) && names.has(name.slice(0, -3));
  // '_redirects' is for hosts without a server.
  const isForOthers = (name: string) =>
    /(?:^|\/)[._]/.test(name) && !name.startsWith('.well-known/');
  const isFile = (name: string) =>
    !isSibling(name) && !isForOthers(name) && !name.endsWith('.html') && isWanted(`/${name}`);
  const read = async (name: string) =>
    [`/${name}`, await readSiteFile(publicDir, name, names)] as const;
  return new Map(await Promise.all([...names].filter(isFile).map(read)));
}

async function readDocuments(
  { release, publicDir }: PublishedRelease,
  names: ReadonlySet<string>,
): Promise<Pick<SiteFiles, 'pages' | 'notFound'>> {
  const readDocument = async (
    path: string,
    { file, noticeFile }: Release['notFound'],
  ): Promise<SiteDocument> => {
    const missing = [file, noticeFile].find((name) => name !== undefined && !names.has(name));
    if (missing !== undefined) {
      throw new Error(
        `${join(publicDir, missing)} for ${path} is missing: build the site again with 'npm run build'.`,
      );
    }
    return {
      plain: await readSiteFile(publicDir, file, names),
      ...(noticeFile && { withNotice: await readSiteFile(publicDir, noticeFile, names) }),
    };
  };
  const pages = new Map<string, SiteDocument>();
  for (const { path, ...page } of release.pages) pages.set(path, await readDocument(path, page));
  return { pages, notFound: await readDocument('any other path', release.notFound) };
}

async function readSiteFile(
  publicDir: string,
  name: string,
  names: ReadonlySet<string>,
): Promise<SiteFile> {
  const path = `/${name}`;
  const isHashed = HASHED.test(path);
  const isDocument = name.endsWith('.html');

  const readVariant = async (encoding: Variant['encoding'], file: string): Promise<Variant> => {
    const full = join(publicDir, file);
    const content = isDocument ? await readFile(full) : undefined;
    // A tag tells versions of one address apart, and a hashed address has one. Else the content's hash,
    // the same on every machine that serves this release, in 96 bits.
    const tag = isHashed ? '1' : (await hashOf(content ?? createReadStream(full))).slice(0, 16);
    return {
      encoding,
      etag: `"${tag}${encoding === 'identity' ? '' : `-${encoding}`}"`,
      path: full,
      sizeBytes: content?.length ?? (await stat(full)).size,
      ...(content && { content }),
    };
  };
  const variants: SiteFile['variants'] = [await readVariant('identity', name)];
  for (const encoding of ['gzip', 'br'] as const) {
    const sibling = name + SIBLINGS[encoding];
    if (names.has(sibling)) variants.unshift(await readVariant(encoding, sibling));
  }
  return {
    contentType:
      path === SPECULATION_RULES_PATH
        ? 'application/speculationrules+json'
        : (CONTENT_TYPES[extname(name)] ?? 'application/octet-stream'),
    cacheControl: isHashed ? FOREVER : isDocument ? ASK_EVERY_TIME : AN_HOUR,
    variants,
  };
}

async function hashOf(content: Buffer | AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  if (Buffer.isBuffer(content)) hash.update(content);
  else for await (const chunk of content) hash.update(chunk);
  return hash.digest('base64url');
}
