import type { Release } from './release.ts';

/** Kinds of responses with different headers. */
export type AnswerKind =
  /** A page, by its path; the form and the privacy page have their own CSP. */
  | { page: string }
  /** A script; as a worker it has its own CSP. */
  | 'script'
  /** A file of the caterer, such as a PDF. */
  | 'own-file'
  /** Pictures, styles, fonts, data. */
  | 'asset'
  /** Everything else: the API, redirects, errors. */
  | 'other';

/** Trusted Types policy under which the form starts the captcha's worker (`site/form/`). */
const CAPTCHA_SCRIPT_POLICY = 'captcha';

const YEAR_S = 31_536_000;

type Directives = Record<string, string[]>;

/** CSP sources of each captcha, from its provider's documentation. */
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

/** Headers for documents and for everything that a browser could show as one. */
const OF_DOCUMENTS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': REFUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};

/** Headers for files that are not documents. */
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
  // Chromium's PDF viewer is a document with an <embed> and a style attribute.
  'own-file': serialize({
    ...NOTHING,
    'object-src': ["'self'"],
    'style-src': ["'unsafe-inline'"],
  }),
};

/**
 * The security headers of every answer.
 *
 * @returns the headers of a response; `overTls`: the request came over TLS, to us or to a trusted
 *   proxy
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
      // No HSTS over plain HTTP: a test server must not pin 'localhost' to TLS.
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
    // The inline style element, and style sheets that are loaded lazily.
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
  // The provider's script creates Trusted Types policies with undocumented names.
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
