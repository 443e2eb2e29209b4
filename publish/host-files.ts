import type { Content } from '../site/content.ts';
import { NOT_FOUND_PATH } from '../site/content.ts';
import { homePathOf, navigationOf } from '../site/page-context.ts';
import { speculationRules } from '../site/prepared-pages.ts';
import { PNG_ICONS } from './brand/brand-icons.ts';
import { redirectsOf } from './release-file.ts';

/** Files that tell search engines, browsers and static hosts about the site: name and text. */
export function hostFiles(content: Content): [name: string, text: string][] {
  const { site, pages } = content;
  return [
    ['_redirects', redirectLines(pages)],
    ['robots.txt', `User-agent: *\nAllow: /\n\nSitemap: ${site.url}/sitemap.xml\n`],
    ['sitemap.xml', sitemap(site.url, pages)],
    ['site.webmanifest', JSON.stringify(manifest(content))],
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

/** Name, colours and icons for whoever keeps the site on a home screen (W3C, 'Web Application Manifest'). */
function manifest({ company, site, brand, pages }: Content) {
  return {
    name: company.name,
    lang: site.locale,
    start_url: homePathOf(pages),
    // A site to read, not an app: it keeps the browser's own buttons.
    display: 'browser',
    theme_color: brand.colors.page,
    background_color: brand.colors.page,
    icons: [
      { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      ...Object.entries(PNG_ICONS).map(([name, size]) => ({
        src: `/${name}`,
        type: 'image/png',
        sizes: `${size}x${size}`,
      })),
    ],
  };
}
