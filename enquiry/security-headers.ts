import type { Release } from './release.ts';

/** What an answer is, as far as its headers care. */
export type AnswerKind =
  /** A page, by its path: two of them differ. */
  | { page: string }
  /** A script, which may be a worker: its own policy rules what it loads. */
  | 'script'
  /** A file of the caterer's, which a browser shows by a viewer of its own: a PDF. */
  | 'own-file'
  /** What pages load: pictures, styles, fonts, data. */
  | 'asset'
  /** Everything else: the API, redirects, errors. */
  | 'other';

/** Trusted Types policy under which the form starts the captcha's worker (`site/form/`). */
const CAPTCHA_SCRIPT_POLICY = 'captcha';

const YEAR_S = 31_536_000;

type Directives = Record<string, string[]>;

/** What each captcha needs from its provider, from the provider's documentation. */
const CAPTCHA_SOURCES: Record<Release['captcha']['provider'], Directives> = {
  altcha: {},
  recaptcha: {
    'script-src': ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    'frame-src': ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  },
  hcaptcha: {
    'script-src': ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    'frame-src': ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    'style-src': ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    'connect-src': ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
  turnstile: {
    'script-src': ['https://challenges.cloudflare.com'],
    'frame-src': ['https://challenges.cloudflare.com'],
  },
};

/**
 * What a page could ask its visitor for, or tell of them, and none of ours does. The long list of all
 * features would be a fiftieth of a page's first flight, and refuse what asks nobody anything.
 */
const REFUSED_FEATURES = [
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'microphone',
  'payment',
  'usb',
];

/** For a document, and for what could be taken for one. */
const OF_DOCUMENTS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': REFUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};

/** A file rules nothing but itself: not sniffed, not read elsewhere, and no program when opened. */
const OF_FILES = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

const NOTHING: Directives = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

const FILE_POLICIES = {
  script: serialize({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'connect-src': ["'self'"],
  }),
  asset: serialize({ 'default-src': ["'none'"] }),
  // Chromium shows a PDF in a document of its own making, with an <embed> and a style attribute.
  'own-file': serialize({
    ...NOTHING,
    'object-src': ["'self'"],
    'style-src': ["'unsafe-inline'"],
  }),
};

/**
 * The security headers of every answer, in this one place.
 *
 * @returns the headers of an answer; `overTls` tells whether the request came over TLS, to us or to
 *   a proxy we trust
 */
export function createSecurityHeaders(release: Release) {
  const policies = new Map(
    release.pages.map((page) => [page.path, serialize(pagePolicy(release, page))]),
  );
  const otherPage = serialize(pagePolicy(release, { path: '', ...release.notFound }));
  const other = serialize(NOTHING);
  const servesTls = release.siteUrl.startsWith('https:');

  return (kind: AnswerKind, overTls: boolean): Record<string, string> => {
    if (kind === 'script' || kind === 'asset' || kind === 'own-file') {
      return { ...OF_FILES, 'content-security-policy': FILE_POLICIES[kind] };
    }
    const page = kind === 'other' ? undefined : kind.page;
    return {
      ...OF_DOCUMENTS,
      'content-security-policy': page === undefined ? other : (policies.get(page) ?? otherPage),
      'x-frame-options': page === release.privacyPath ? 'SAMEORIGIN' : 'DENY',
      // A browser ignores it over plain HTTP, and a test server must never pin 'localhost' to TLS.
      ...(servesTls && overTls && { 'strict-transport-security': `max-age=${YEAR_S}` }),
    };
  };
}

function pagePolicy(
  release: Release,
  { path, styleHash }: Pick<Release['pages'][number], 'path' | 'styleHash'>,
): Directives {
  const self = ["'self'"];
  const hasCaptcha = release.captcha.pagePaths.includes(path);
  const hasOwnCaptcha = hasCaptcha && release.captcha.provider === 'altcha';
  const captcha = hasCaptcha ? CAPTCHA_SOURCES[release.captcha.provider] : {};
  const policy: Directives = {
    ...NOTHING,
    'script-src': self,
    // The one style element of the document, and no other.
    'style-src': [`'${styleHash}'`],
    'img-src': self,
    'font-src': self,
    'manifest-src': self,
    'connect-src': [...self, ...filled(release.apiOrigin)],
    'frame-src': [...self, ...filled(release.privacyFrameOrigin)],
    'form-action': self,
    'frame-ancestors': path === release.privacyPath ? self : ["'none'"],
    ...(hasOwnCaptcha && { 'worker-src': self }),
  };
  // A provider's script brings policies of its own, by names it does not promise.
  if (!hasCaptcha || hasOwnCaptcha) {
    policy['require-trusted-types-for'] = ["'script'"];
    policy['trusted-types'] = hasOwnCaptcha ? [CAPTCHA_SCRIPT_POLICY] : ["'none'"];
  }
  for (const [directive, sources] of Object.entries(captcha)) {
    policy[directive] = [...(policy[directive] ?? self), ...sources];
  }
  return policy;
}

const filled = (origin: string) => (origin === '' ? [] : [origin]);

function serialize(policy: Directives): string {
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');
}
