/** What the head of a document names, in the order in which it should be fetched. */
export interface DocumentHead {
  /** BCP 47: 'nl-BE'. */
  locale: string;
  title: string;
  description: string;
  /** First hero picture; several entries where windows of different shapes choose different files. */
  photoPreloads: PhotoPreload[];
  /** The page's styles; the policy names their hash. */
  css: string;
  fontPreloads: string[];
  /** Modules that start the page; the first one has the list of the others to fetch. */
  scripts: string[];
  /** Modules to be fetched after the first paint, all at once (`site/browser.ts`). */
  lateModules: string[];
  themeColor: string;
  siteName: string;
  /** Absolute address of this page; absent for the not-found page. */
  canonicalUrl: string | undefined;
  /** The picture for shared links: its absolute address, and what it shows. */
  socialCard: { url: string; alt: string } | undefined;
  /** JSON-LD. */
  structuredData: string | undefined;
}

/** `<link rel="preload" as="image">` that asks for exactly what the first `<picture>` will choose. */
export interface PhotoPreload {
  imageSrcSet: string;
  imageSizes: string;
  type: string;
  media?: string;
}

/**
 * The whole HTML document around a page. No inline script, and one inline style: the CSP forbids any
 * other. What search engines read is a data block (HTML standard, 'The script element'), which no
 * browser runs; it stands last, behind all that is shown.
 *
 * The head is written as text because its order decides what a phone fetches first, and React would
 * hoist its tags into an order of its own: the window's size (without it a browser fetches both
 * photos), then what the first paint needs. A browser holds the first paint back for a font that the
 * head asks for: right for a page that begins with a photo, which would not be there yet, and wrong for
 * one of words, where font and script stand at the body's beginning.
 */
export function renderDocument(head: DocumentHead, pageHtml: string): string {
  const { title, description, canonicalUrl, socialCard } = head;
  const fetchedAlongside = [
    ...head.fontPreloads.map((href) =>
      tag('link', { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href }),
    ),
    ...head.scripts.map((src, index) => {
      const modules = index === 0 ? head.lateModules.join(' ') : undefined;
      const attributes = { type: 'module', fetchpriority: 'low', src, 'data-modules': modules };
      return `${tag('script', attributes)}</script>`;
    }),
  ];
  const startsWithPhoto = head.photoPreloads.length > 0;
  const tags = [
    tag('meta', { charset: 'utf-8' }),
    tag('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    `<title>${escapeHtml(title)}</title>`,
    ...head.photoPreloads.map(({ imageSrcSet, imageSizes, type, media }) =>
      tag('link', {
        rel: 'preload',
        as: 'image',
        fetchpriority: 'high',
        type,
        media,
        imagesizes: imageSizes,
        imagesrcset: imageSrcSet,
      }),
    ),
    `<style>${head.css}</style>`,
    ...(startsWithPhoto ? fetchedAlongside : []),
    tag('meta', { name: 'description', content: description }),
    tag('link', { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }),
    tag('link', { rel: 'manifest', href: '/site.webmanifest' }),
    tag('meta', { name: 'theme-color', content: head.themeColor }),
    tag('meta', { name: 'format-detection', content: 'telephone=no' }),
    canonicalUrl
      ? tag('link', { rel: 'canonical', href: canonicalUrl })
      : tag('meta', { name: 'robots', content: 'noindex' }),
    ...Object.entries({
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
    }).map(([property, content]) => content && tag('meta', { property, content })),
    socialCard && tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
  ];
  return [
    `<!doctype html>${tag('html', { lang: head.locale })}<head>`,
    ...tags,
    '</head><body>',
    ...(startsWithPhoto ? [] : fetchedAlongside),
    pageHtml,
    head.structuredData && `<script type="application/ld+json">${head.structuredData}</script>`,
    '</body></html>',
  ]
    .filter(Boolean)
    .join('\n');
}

/** A start tag; attributes without a value are left out. */
function tag(name: string, attributes: Record<string, string | undefined>): string {
  const written = Object.entries(attributes).flatMap(([attribute, value]) =>
    value === undefined ? [] : [` ${attribute}${value && `="${escapeHtml(value)}"`}`],
  );
  return `<${name}${written.join('')}>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
