import { PAGE_DATA_ID, PAGE_ROOT_ID, type PageData } from './page-data.ts';

/** Files and addresses the document's head names; the build fills them in. */
export interface DocumentAssets {
  /** The module that starts the page. */
  script: string;
  /** Modules the script needs next, to be fetched alongside. */
  modulePreloads: string[];
  styles: string[];
  fontPreloads: string[];
  photoPreload?: PhotoPreload[];
  /** Absolute address of this page; absent for the not-found page. */
  canonicalUrl?: string;
  /** The picture for shared links: its absolute address, and what it shows. */
  socialCard?: { url: string; alt: string };
}

/** `<link rel="preload" as="image">` that asks for exactly what the first `<picture>` will choose. */
export interface PhotoPreload {
  imageSrcSet: string;
  imageSizes: string;
  type: string;
  media?: string;
}

/** The whole HTML document around a page. No inline script and no inline style: the CSP forbids them. */
export function Document(props: { data: PageData; pageHtml: string; assets: DocumentAssets }) {
  const { data, assets } = props;
  const { shared, content } = data;
  const isHome = content.page === 'home';
  const { name } = shared.company;
  const title = isHome ? `${name} – ${content.copy.title}` : `${content.copy.title} – ${name}`;
  const { description } = content.copy;
  return (
    <html lang="nl-BE">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        {assets.photoPreload?.map((photo) => (
          <link key={photo.imageSrcSet} rel="preload" as="image" fetchPriority="high" {...photo} />
        ))}
        {assets.fontPreloads.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="" href={href} />
        ))}
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <script type="module" src={assets.script} />
        {assets.modulePreloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <meta name="theme-color" content="#f6f1e7" />
        <meta name="format-detection" content="telephone=no" />
        {assets.canonicalUrl ? (
          <link rel="canonical" href={assets.canonicalUrl} />
        ) : (
          <meta name="robots" content="noindex" />
        )}
        <meta property="og:type" content="website" />
        <meta property="og:locale" content="nl_BE" />
        <meta property="og:site_name" content={shared.company.name} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        {assets.canonicalUrl && <meta property="og:url" content={assets.canonicalUrl} />}
        {assets.socialCard && (
          <>
            <meta property="og:image" content={assets.socialCard.url} />
            <meta property="og:image:width" content="1200" />
            <meta property="og:image:height" content="630" />
            <meta property="og:image:alt" content={assets.socialCard.alt} />
            <meta name="twitter:card" content="summary_large_image" />
          </>
        )}
      </head>
      <body>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: HTML that React itself rendered; see render.tsx */}
        <div id={PAGE_ROOT_ID} dangerouslySetInnerHTML={{ __html: props.pageHtml }} />
        <script
          id={PAGE_DATA_ID}
          type="application/json"
          // A data block is not run, so the CSP needs no exception. '<' is escaped: no value can end it.
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with '<' escaped
          dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
        />
      </body>
    </html>
  );
}
