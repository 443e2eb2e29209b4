/**
 * Every URL of the site: pages, redirects and navigation links (specification, section 2).
 * Navigation, prerender, server, sitemap and the redirect file of static hosts read this list.
 */

export type PageId =
  | 'home'
  | 'feesten'
  | 'bedrijfsfeest'
  | 'schoolcatering'
  | 'info'
  | 'privacy'
  | 'not-found';

/** Pages a visitor can ask for, by address. */
export const PAGE_PATHS = {
  home: '/home',
  feesten: '/feesten',
  /** The receptions page of the specification (decisions, 'Pages and routes'). */
  bedrijfsfeest: '/bedrijfsfeest',
  schoolcatering: '/schoolcatering',
  info: '/info',
  privacy: '/privacy',
} as const satisfies Partial<Record<PageId, string>>;

/** Shown, with status 404, for any other path. */
export const NOT_FOUND_PAGE = 'not-found' satisfies PageId;

/** Links of the top bar, in order. Their labels stand in `content/messages.yaml`. */
export const NAVIGATION = [
  'home',
  'feesten',
  'bedrijfsfeest',
  'schoolcatering',
  'info',
] as const satisfies (keyof typeof PAGE_PATHS)[];

/** Permanent redirects: exact matches, the query string survives. */
export const REDIRECTS = [
  { from: '/', to: PAGE_PATHS.home },
  { from: '/recepties', to: PAGE_PATHS.feesten },
  { from: '/diners', to: PAGE_PATHS.feesten },
  { from: '/contact', to: PAGE_PATHS.info },
];

/** Address of the form with the subject already chosen. */
export function proposalPath(subject: string): string {
  return `${PAGE_PATHS.info}?betreft=${encodeURIComponent(subject)}`;
}
