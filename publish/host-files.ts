import type { Content } from '../site/content.ts';
import { NOT_FOUND_PATH } from '../site/content.ts';
import { navigationOf } from '../site/page-context.ts';
import { speculationRules } from '../site/prepared-pages.ts';
import { redirectsOf } from './release-file.ts';

/** Files that tell search engines, browsers and static hosts about the site: name and text. */
export function hostFiles({ site, pages }: Content): [name: string, text: string][] {
  return [
    ['_redirects', redirectLines(pages)],
    ['robots.txt', `User-agent: *\nAllow: /\n\nSitemap: ${site.url}/sitemap.xml\n`],
    ['sitemap.xml', sitemap(site.url, pages)],
    [
      'speculation-rules.json',
      JSON.stringify(speculationRules(navigationOf(pages).map(({ path }) => path))),
    ],
  ];
}

/** The redirect file that static hosts read: `from to status`, a line each. */
function redirectLines(pages: Content['pages']): string {
  return redirectsOf(pages)
    .map(({ from, to }) => `${from} ${to} 301\n`)
    .join('');
}

function sitemap(siteUrl: string, pages: Content['pages']): string {
  const urls = pages
    .filter(({ path }) => path !== NOT_FOUND_PATH)
    .map(({ path }) => `<url><loc>${siteUrl}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`;
}
