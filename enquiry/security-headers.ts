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

/** CSP sources of each captcha, from its provider's documentation. */
const CAPTCHA_SOURCES: Record<Release['captcha']['provider'], string> = {
  altcha: '',
  recaptcha:
    ' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
  hcaptcha: ' https://hcaptcha.com https://*.hcaptcha.com',
  turnstile: ' https://challenges.cloudflare.com',
};

/**
 * Features that ask the visitor for something or reveal something about them. No page of ours uses
 * them. All others are left out to keep the header short.
 */
const REFUSED_FEATURES =
  'browsing-topics camera display-capture geolocation microphone payment usb'.split(' ');

const YEAR_S = 31_536_000;

/** Headers for files that are not documents. */
const OF_FILES = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** Headers for documents and for everything that a browser could show as one. */
const OF_DOCUMENTS = {
  ...OF_FILES,
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': REFUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'strict-origin-when-cross-origin',
};

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const FILE_POLICIES = {
  script: "default-src 'none'; script-src 'self'; connect-src 'self'",
  asset: "default-src 'none'",
  // Chromium's PDF viewer is a document with an <embed> and a style attribute.
  'own-file': `${NOTHING}; object-src 'self'; style-src 'unsafe-inline'`,
};

/**
 * The security headers of every answer.
 *
 * @returns the headers of a response; `overTls`: the request came over TLS, to us or to a trusted
 *   proxy
 */
export function createSecurityHeaders(release: Release) {
  const policies = new Map(release.pages.map((page) => [page.path, pagePolicy(release, page)]));
  const otherPage = pagePolicy(release, { path: '', ...release.notFound });
  const servesTls = release.siteUrl.startsWith('https:');

  return (kind: AnswerKind, overTls: boolean): Record<string, string> => {
    if (kind === 'script' || kind === 'asset' || kind === 'own-file') {
      return { ...OF_FILES, 'content-security-policy': FILE_POLICIES[kind] };
    }
    const page = kind === 'other' ? undefined : kind.page;
    return {
      ...OF_DOCUMENTS,
      'content-security-policy': page === undefined ? NOTHING : (policies.get(page) ?? otherPage),
      'x-frame-options': page === release.privacyPath ? 'SAMEORIGIN' : 'DENY',
      // No HSTS over plain HTTP: a test server must not pin 'localhost' to TLS.
      ...(servesTls && overTls && { 'strict-transport-security': `max-age=${YEAR_S}` }),
    };
  };
}

function pagePolicy(
  { captcha, privacyPath, privacyFrameOrigin, apiOrigin }: Release,
  { path, styleHash }: Pick<Release['pages'][number], 'path' | 'styleHash'>,
): string {
  const provider = captcha.pagePaths.includes(path) ? captcha.provider : undefined;
  const widget = provider === undefined ? '' : CAPTCHA_SOURCES[provider];
  const directives = [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${path === privacyPath ? "'self'" : "'none'"}`,
    `script-src 'self'${widget}`,
    // The inline style element, and style sheets that are loaded lazily.
    `style-src 'self' '${styleHash}'${widget}`,
    "img-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self'${spaced(apiOrigin)}${widget}`,
    `frame-src 'self'${spaced(privacyFrameOrigin)}${widget}`,
  ];
  // `site/form/captcha/altcha.ts` starts a worker, through a Trusted Types policy of this name.
  if (provider === 'altcha') directives.push("worker-src 'self'");
  // A provider's script creates Trusted Types policies with undocumented names.
  if (widget === '') {
    const policy = provider === 'altcha' ? 'captcha' : "'none'";
    directives.push("require-trusted-types-for 'script'", `trusted-types ${policy}`);
  }
  return directives.join('; ');
}

const spaced = (origin: string) => (origin === '' ? '' : ` ${origin}`);
