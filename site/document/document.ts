import type { PhotoPreload } from '../photo/photo.ts';

/** The contents of a document's head, in fetch order. */
export interface DocumentHead {
  /** A BCP 47 tag: 'nl-BE'. */
  locale: string;
  title: string;
  description: string;
  /** The preloads of the first hero photo, with one entry per crop. */
  photoPreloads: PhotoPreload[];
  /** The page's inline styles; the CSP contains their hash. */
  css: string;
  fontPreloads: string[];
  /** The entry module. */
  script: string;
  /** The other modules that the page needs. */
  modules: string[];
  themeColor: string;
  siteName: string;
  /** The absolute URL of this page; undefined for the not-found page. */
  canonicalUrl: string | undefined;
  /** Absolute URL and alternative text of the social card. */
  socialCard: { url: string; alt: string } | undefined;
  /** The structured data as JSON-LD. */
  structuredData: string | undefined;
}

/**
 * Renders the HTML document around a page. The CSP allows no inline script and only this inline
 * style. The structured data is a data block (HTML standard, 'The script element'), which browsers
 * do not run; it comes last, after all visible content.
 *
 * The head is written as text, because its order decides what is fetched first and React would
 * reorder the tags. The viewport comes first, because without it a browser fetches both crops of
 * the first photo; then comes what the first paint needs. The font and the scripts are at the start
 * of the body, because Chromium delays the first paint for a font that the head preloads.
 *
 * A page that starts with a photo preloads its modules after that photo (`site/browser.ts`),
 * because both would compete for bandwidth. Any other page preloads them here, so that a form
 * becomes usable earlier.
 */
export function renderDocument(head: DocumentHead, pageHtml: string): string {
  const { title, description, canonicalUrl, socialCard } = head;
  const startsWithPhoto = head.photoPreloads.length > 0;
  const fetchedAlongside = [
    ...head.fontPreloads.map((href) =>
      tag('link', { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href }),
    ),
    `${tag('script', {
      type: 'module',
      fetchpriority: 'low',
      src: head.script,
      'data-modules': startsWithPhoto ? head.modules.join(' ') : undefined,
    })}</script>`,
    ...(startsWithPhoto ? [] : head.modules).map((href) =>
      tag('link', { rel: 'modulepreload', fetchpriority: 'low', href }),
    ),
  ];
  const openGraph = {
    'og:type': 'website',
    'og:locale': head.locale.replace('-', '_'),
    'og:site_name': head.siteName,
    'og:title': title,
    'og:description': description,
    'og:url': canonicalUrl,
    'og:image': socialCard?.url,
    'og:image:width': socialCard && '1200',
    'og:image:height': socialCard && '630',
    'og:image:alt': socialCard?.alt,
  };
  const tags = [
    tag('meta', { charset: 'utf-8' }),
    tag('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    `<title>${escapeHtml(title)}</title>`,
    ...head.photoPreloads.map((photo) =>
      tag('link', { rel: 'preload', as: 'image', fetchpriority: 'high', ...photo }),
    ),
    `<style>${head.css}</style>`,
    tag('meta', { name: 'description', content: description }),
    tag('link', { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }),
    tag('meta', { name: 'theme-color', content: head.themeColor }),
    tag('meta', { name: 'format-detection', content: 'telephone=no' }),
    canonicalUrl
      ? tag('link', { rel: 'canonical', href: canonicalUrl })
      : tag('meta', { name: 'robots', content: 'noindex' }),
    ...Object.entries(openGraph).map(([property, content]) => {
      return content && tag('meta', { property, content });
    }),
    socialCard && tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
  ];
  return [
    `<!doctype html>${tag('html', { lang: head.locale })}<head>`,
    ...tags,
    '</head><body>',
    ...fetchedAlongside,
    pageHtml,
    head.structuredData && `<script type="application/ld+json">${head.structuredData}</script>`,
    '</body></html>',
  ]
    .filter(Boolean)
    .join('\n');
}

/** A start tag; attributes that are undefined are omitted. */
function tag(name: string, attributes: Record<string, string | undefined>): string {
  let text = `<${name}`;
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    text += ` ${attribute}`;
    if (value !== '') text += `="${escapeHtml(value)}"`;
  }
  return `${text}>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
