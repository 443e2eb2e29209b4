import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Release } from '../enquiry/release.ts';
import { type AnswerKind, createSecurityHeaders } from '../enquiry/security-headers.ts';
import { type Content, NOT_FOUND_PATH } from '../site/content.ts';
import { navigationOf } from '../site/page-context.ts';
import { speculationRules } from '../site/prepared-pages.ts';

/** Writes the sitemap, robots.txt, the speculation rules and files for static hosts. */
export async function writeHostFiles(
  content: Content,
  release: Release,
  publicDir: string,
): Promise<void> {
  const { site, pages } = content;
  const prepared = navigationOf(pages).map(({ path }) => path);
  const files = {
    _headers: headerLines(release),
    _redirects: release.redirects.map(({ from, to }) => `${from} ${to} 301\n`).join(''),
    'robots.txt': `User-agent: *\nAllow: /\n\nSitemap: ${site.url}/sitemap.xml\n`,
    'sitemap.xml': sitemap(content),
    'speculation-rules.json': JSON.stringify(speculationRules(prepared)),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(publicDir, name), text);
}

const FOREVER = 'public, max-age=31536000, immutable';
const AN_HOUR = 'public, max-age=3600';

/**
 * The `_headers` file for static hosts, with the headers that our server sends. No two of its paths
 * match the same URL, because hosts differ in how they merge headers.
 */
function headerLines(release: Release): string {
  const headersOf = createSecurityHeaders(release);
  const block = (path: string, kind: AnswerKind, cacheControl: string, more: object = {}) => {
    const headers = { ...headersOf(kind, true), 'cache-control': cacheControl, ...more };
    const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
    return `${path}\n${lines.join('')}`;
  };
  const rules = { 'speculation-rules': '"/speculation-rules.json"' };
  return [
    ...release.pages.map(({ path }) => block(path, { page: path }, 'no-cache', rules)),
    // Uses the headers of scripts, whose CSP restricts workers; it does not affect styles.
    block('/assets/*', 'script', FOREVER),
    block('/photos/*', 'asset', FOREVER),
    block('/fonts/*', 'asset', FOREVER),
    block('/files/*', 'own-file', AN_HOUR, { 'content-disposition': 'inline' }),
    block('/speculation-rules.json', 'asset', AN_HOUR, {
      'content-type': 'application/speculationrules+json',
    }),
  ].join('\n');
}

function sitemap({ site, pages }: Content): string {
  const urls = pages
    .filter(({ path }) => path !== NOT_FOUND_PATH)
    .map(({ path }) => `<url><loc>${site.url}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`;
}
