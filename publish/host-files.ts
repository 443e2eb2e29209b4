import type { Site } from '../site/content.ts';
import { speculationRules } from '../site/prepared-pages.ts';
import { PAGE_PATHS, REDIRECTS } from '../site/routes.ts';

/** Files that tell search engines, browsers and static hosts about the site: name and text. */
export function hostFiles(site: Site): [name: string, text: string][] {
  return [
    ['_redirects', redirectLines()],
    ['robots.txt', `User-agent: *\nAllow: /\n\nSitemap: ${site.url}/sitemap.xml\n`],
    ['sitemap.xml', sitemap(site.url)],
    ['speculation-rules.json', JSON.stringify(speculationRules())],
  ];
}

/** The redirect file that static hosts read: `from to status`, a line each. */
function redirectLines(): string {
  return REDIRECTS.map(({ from, to }) => `${from} ${to} 301\n`).join('');
}

function sitemap(siteUrl: string): string {
  const urls = Object.values(PAGE_PATHS).map((path) => `<url><loc>${siteUrl}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`;
}
