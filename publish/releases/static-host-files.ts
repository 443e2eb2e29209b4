import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseManifest } from '../../release/manifest.ts';
import { createSecurityHeaders } from '../../release/security-headers.ts';
import { speculationRules } from '../../site/browser/speculation-rules.ts';
import { type Content, NOT_FOUND_PATH } from '../../site/content/content.ts';
import { navigationOf } from '../../site/document/page-context.ts';

/**
 * Writes the sitemap, robots.txt, the speculation rules and files for static hosts.
 *
 * @param pageDates when each page last changed (`page-dates.ts`)
 */
export async function writeStaticHostFiles(
  content: Content,
  manifest: ReleaseManifest,
  pageDates: ReadonlyMap<string, string>,
  publicDir: string,
): Promise<void> {
  const { site, pages } = content;
  const prerenderedPaths = navigationOf(pages).map(({ path }) => path);
  const files = {
    _headers: headerLines(manifest),
    _redirects: manifest.redirects.map(({ from, to }) => `${from} ${to} 301\n`).join(''),
    'robots.txt': `User-agent: *\nAllow: /\n\nSitemap: ${site.url}/sitemap.xml\n`,
    'sitemap.xml': sitemap(content, pageDates),
    'speculation-rules.json': JSON.stringify(speculationRules(prerenderedPaths)),
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(publicDir, name), text);
  }
}

const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable' };
const AN_HOUR = { 'cache-control': 'public, max-age=3600' };

/**
 * The headers of our server for static hosts. No two paths match the same URL, because hosts differ
 * in how they merge headers.
 */
function headerLines(manifest: ReleaseManifest): string {
  const securityHeaders = createSecurityHeaders(manifest);
  const asset = securityHeaders('asset', true);
  const blocks: Record<string, Record<string, string>> = {
    // These are the headers of scripts, whose CSP restricts workers and does not affect styles.
    '/assets/*': { ...securityHeaders('script', true), ...FOREVER },
    '/photos/*': { ...asset, ...FOREVER },
    '/fonts/*': { ...asset, ...FOREVER },
    '/files/*': {
      ...securityHeaders('own-file', true),
      ...AN_HOUR,
      'content-disposition': 'inline',
    },
    '/speculation-rules.json': {
      ...asset,
      ...AN_HOUR,
      'content-type': 'application/speculationrules+json',
    },
  };
  for (const { path } of manifest.pages) {
    blocks[path] = {
      ...securityHeaders({ page: path }, true),
      'cache-control': 'no-cache',
      'speculation-rules': '"/speculation-rules.json"',
    };
  }
  const lines: string[] = [];
  for (const [path, headers] of Object.entries(blocks)) {
    lines.push(path);
    for (const [name, value] of Object.entries(headers)) {
      lines.push(`  ${name}: ${value}`);
    }
    lines.push('');
  }
  return lines.join('\n');
}

function sitemap({ site, pages }: Content, dates: ReadonlyMap<string, string>): string {
  const found = pages.filter(({ path }) => path !== NOT_FOUND_PATH);
  const urls = found.map(({ path }) => {
    const address = `<loc>${site.url}${path}</loc>`;
    return `<url>${address}<lastmod>${dates.get(path)}</lastmod></url>\n`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n',
    ...urls,
    '</urlset>\n',
  ].join('');
}
