import type { ReleaseManifest } from './manifest.ts';

/** Kinds of responses with different headers. */
export type ResponseKind =
  /** A page, by its path; the form and the privacy page have their own CSP. */
  | { page: string }
  /** A script. It has a CSP, because a worker takes that of its own script. */
  | 'script'
  /** A file of the caterer, such as a PDF. */
  | 'own-file'
  /** Images, styles, fonts, data. */
  | 'asset'
  /** Everything else: the API, redirects, errors. */
  | 'other';

/** CSP sources of each captcha, from its provider's documentation. */
const CAPTCHA_SOURCES: Record<ReleaseManifest['captcha']['provider'], string[]> = {
  altcha: [],
  recaptcha: [
    'https://www.google.com/recaptcha/',
    'https://www.gstatic.com/recaptcha/',
    'https://recaptcha.google.com/recaptcha/',
  ],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  turnstile: ['https://challenges.cloudflare.com'],
};

/** Features that ask visitors for something or reveal something about them. */
const REFUSED_FEATURES = [
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'microphone',
  'payment',
  'usb',
];

const YEAR_S = 31_536_000;

const FILE_HEADERS = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** The headers of documents, and of other responses that a browser could display as a document. */
const DOCUMENT_HEADERS = {
  ...FILE_HEADERS,
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': REFUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'strict-origin-when-cross-origin',
};

/** The CSP of a response that loads and does nothing. */
const EMPTY_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The CSP of the caterer's own files. Chromium's PDF viewer is a document with an <embed> and a
 * style attribute.
 */
export const OWN_FILE_POLICY = `${EMPTY_POLICY}; object-src 'self'; style-src 'unsafe-inline'`;

const FILE_POLICIES = {
  script: "default-src 'none'; script-src 'self'; connect-src 'self'",
  asset: "default-src 'none'",
  'own-file': OWN_FILE_POLICY,
};

/**
 * @returns a function that returns the headers of a response; `isOverTls` is whether the request
 *   reached us or a trusted proxy over TLS
 */
export function createSecurityHeaders(manifest: ReleaseManifest) {
  const policies = new Map(manifest.pages.map((page) => [page.path, pagePolicy(manifest, page)]));
  const otherPage = pagePolicy(manifest, { path: '', ...manifest.notFound });
  const servesTls = manifest.siteUrl.startsWith('https:');

  return (kind: ResponseKind, isOverTls: boolean): Record<string, string> => {
    if (kind === 'script' || kind === 'asset' || kind === 'own-file') {
      return { ...FILE_HEADERS, 'content-security-policy': FILE_POLICIES[kind] };
    }
    const page = kind === 'other' ? undefined : kind.page;
    const policy = page === undefined ? EMPTY_POLICY : policies.get(page);
    const headers: Record<string, string> = {
      ...DOCUMENT_HEADERS,
      'content-security-policy': policy ?? otherPage,
      'x-frame-options': page === manifest.privacyPath ? 'SAMEORIGIN' : 'DENY',
    };
    // A test server must not pin 'localhost' to TLS, so a response over plain HTTP carries no HSTS.
    if (servesTls && isOverTls) {
      headers['strict-transport-security'] = `max-age=${YEAR_S}`;
    }
    return headers;
  };
}

function pagePolicy(
  { captcha, privacyPath, privacyFrameOrigin, apiOrigin }: ReleaseManifest,
  { path, styleHash }: Pick<ReleaseManifest['pages'][number], 'path' | 'styleHash'>,
): string {
  const provider = captcha.pagePaths.includes(path) ? captcha.provider : undefined;
  const widget = provider === undefined ? [] : CAPTCHA_SOURCES[provider];
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': [path === privacyPath ? "'self'" : "'none'"],
    'script-src': ["'self'", ...widget],
    // The inline style element is the only style: no page loads a style sheet of the site.
    'style-src': [`'${styleHash}'`, ...widget],
    'img-src': ["'self'"],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'connect-src': ["'self'", apiOrigin, ...widget],
    'frame-src': ["'self'", privacyFrameOrigin, ...widget],
  };
  // `site/form/captcha/altcha.ts` starts a worker, through a Trusted Types policy of this name.
  if (provider === 'altcha') directives['worker-src'] = ["'self'"];
  // A provider's script creates Trusted Types policies with undocumented names.
  if (widget.length === 0) {
    directives['require-trusted-types-for'] = ["'script'"];
    directives['trusted-types'] = [provider === 'altcha' ? 'captcha' : "'none'"];
  }
  const lines = Object.entries(directives).map(([name, sources]) => {
    const given = sources.filter((source) => source !== '');
    return `${name} ${given.join(' ')}`;
  });
  return lines.join('; ');
}
