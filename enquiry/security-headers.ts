import type { Release } from './release.ts';

/** Kinds of answers that differ in their headers. */
export type AnswerKind =
  /** A page, by its path: two of them differ. */
  | { page: string }
  /** A script, which may be a worker with a policy of its own. */
  | 'script'
  /** A file of the caterer's, which a browser shows in its own viewer: a PDF. */
  | 'own-file'
  /** Pictures, styles, fonts, data. */
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
 * Features that ask the visitor for something or tell about them, and that no page of ours uses. All
 * others are left out to keep the header short.
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

/** For documents, and for what a browser could show as one. */
const OF_DOCUMENTS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': REFUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};

/** For files, which open no document of their own. */
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
 * The security headers of every answer.
 *
 * @returns the headers of an answer; `overTls`: the request came over TLS, to us or to a trusted proxy
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
      // Never over plain HTTP: a test server must not pin 'localhost' to TLS.
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
    // The one style element of the document, and sheets of what is loaded late.
    'style-src': [...self, `'${styleHash}'`],
    'img-src': self,
    'font-src': self,
    'manifest-src': self,
    'connect-src': [...self, ...filled(release.apiOrigin)],
    'frame-src': [...self, ...filled(release.privacyFrameOrigin)],
    'form-action': self,
    'frame-ancestors': path === release.privacyPath ? self : ["'none'"],
    ...(hasOwnCaptcha && { 'worker-src': self }),
  };
  // A provider's script creates policies of its own, whose names are not documented.
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
