import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReleaseManifest } from '../../release/manifest.ts';
import { createSecurityHeaders } from '../../release/security-headers.ts';
import { TEST_RELEASE } from '../../tests/support/content/test-release.ts';
import { sendRaw } from '../../tests/support/requests/raw-http.ts';
import { openSharedSite, type TestSite } from '../../tests/support/servers/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openSharedSite({ env: { TRUST_PROXY: '127.0.0.1/32' } });
});
afterAll(() => site.close());

const OVER_TLS = { 'x-forwarded-proto': 'https' };
const get = (url: string, headers: Record<string, string> = {}) =>
  site.app.inject({ url, headers });

/** A policy's sources by directive. */
function policyOf(release: Partial<ReleaseManifest>, page: string): Record<string, string> {
  const headers = createSecurityHeaders({ ...TEST_RELEASE, ...release })({ page }, true);
  const directives = (headers['content-security-policy'] ?? '').split('; ').map((directive) => {
    const [name = '', ...sources] = directive.split(' ');
    return [name, sources.join(' ')];
  });
  return Object.fromEntries(directives);
}

/**
 * The headers that the Mozilla HTTP Observatory scores; together they reach 130
 * (https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring).
 */
const OBSERVATORY_HEADERS: Record<string, RegExp> = {
  'content-security-policy': /^default-src 'none';(?!.*(?:unsafe|data:|http:|\*)).*frame-ancestors/,
  'cross-origin-resource-policy': /^same-origin$/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'strict-transport-security': /^max-age=31536000$/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^(?:DENY|SAMEORIGIN)$/,
};

const DOCUMENT_HEADERS = [
  ...Object.keys(OBSERVATORY_HEADERS),
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
].sort();

const PLAIN_HTTP_HEADERS = DOCUMENT_HEADERS.filter((name) => !name.startsWith('strict-'));

/** Names of the headers that are about security. */
const securityHeadersOf = (headers: object) =>
  Object.keys(headers)
    .filter((name) => /^(?:cross-origin|x-(?!release)|.*polic|strict-|origin-agent)/.test(name))
    .sort();

describe('documents and API responses', () => {
  test.each([
    ...['/', '/home', '/info', '/privacy', '/nergens', '/api/status', '/api/captcha/challenge'],
    ...['/api/nothing', '/api/mail/maanzaad'],
  ])('every security header that the Observatory checks is there: GET %s', async (path) => {
    const { headers } = await get(path, OVER_TLS);
    expect(securityHeadersOf(headers)).toEqual(DOCUMENT_HEADERS);
    for (const [name, value] of Object.entries(OBSERVATORY_HEADERS))
      expect(headers[name]).toMatch(value);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    const cookie = path === '/api/status' ? /; Secure; SameSite=Strict$/ : /^none$/;
    expect(headers['set-cookie'] ?? 'none').toMatch(cookie);
  });

  test('security headers are there when the request was not HTTP', async () => {
    const response = await sendRaw(site.app, 'HELLO\r\n\r\n');
    expect(response.status).toBe(400);
    expect(securityHeadersOf(response.headers)).toEqual(PLAIN_HTTP_HEADERS);
    const large = `GET / HTTP/1.1\r\nHost: localhost\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`;
    const refused = await sendRaw(site.app, large);
    expect(refused.status).toBe(431);
    expect(securityHeadersOf(refused.headers)).toEqual(PLAIN_HTTP_HEADERS);
  });

  test.each([
    ['DELETE', '/home'],
    ['GET', '/%ff'],
    ['GET', '/api/%ff'],
  ] as const)('a refusal has the security headers: %s %s', async (method, url) => {
    const { headers } = await site.app.inject({ method, url });
    expect(securityHeadersOf(headers)).toEqual(PLAIN_HTTP_HEADERS);
  });

  test('HSTS is there only over TLS, as reported by a trusted proxy', async () => {
    const name = 'strict-transport-security';
    expect((await get('/home')).headers[name]).toBeUndefined();
    const remoteAddress = '203.0.113.1';
    const stranger = await site.app.inject({ url: '/home', headers: OVER_TLS, remoteAddress });
    expect(stranger.headers[name]).toBeUndefined();
  });
});

describe('files', () => {
  test.each([
    ['/photos/champagne-3fa9c1d2-full-640.avif', "default-src 'none'"],
    ['/assets/site-3fa9c1d2.css', "default-src 'none'"],
    ['/robots.txt', "default-src 'none'"],
    // A worker obeys the policy of its own script.
    ['/assets/site-3fa9c1d2.js', "default-src 'none'; script-src 'self'; connect-src 'self'"],
  ])('files carry the three security headers that apply to them: %s', async (path, policy) => {
    const { headers } = await get(path, OVER_TLS);
    expect(securityHeadersOf(headers)).toEqual([
      'content-security-policy',
      'cross-origin-resource-policy',
      'x-content-type-options',
    ]);
    expect(headers['content-security-policy']).toBe(policy);
  });
});

describe('the content security policy of pages', () => {
  test('the CSP lets our own pages frame the privacy page only', async () => {
    expect(policyOf({}, '/privacy')['frame-ancestors']).toBe("'self'");
    expect(policyOf({}, '/home')['frame-ancestors']).toBe("'none'");
    expect((await get('/privacy')).headers['x-frame-options']).toBe('SAMEORIGIN');
    expect((await get('/home')).headers['x-frame-options']).toBe('DENY');
  });

  test('the CSP allows an external privacy page and API that the content names', () => {
    const policy = policyOf(
      { privacyFrameOrigin: 'https://provider.example', apiOrigin: 'https://api.example' },
      '/home',
    );
    expect(policy['frame-src']).toBe("'self' https://provider.example");
    expect(policy['connect-src']).toBe("'self' https://api.example");
  });

  test.each([
    ['recaptcha', 'https://www.gstatic.com/recaptcha/'],
    ['hcaptcha', 'https://*.hcaptcha.com'],
    ['turnstile', 'https://challenges.cloudflare.com'],
  ] as const)('the CSP allows %s on the page with the form only', (provider, source) => {
    const captcha = { provider, pagePaths: ['/info'] };
    expect(policyOf({ captcha }, '/info')['script-src']).toContain(source);
    expect(policyOf({ captcha }, '/info')['frame-src']).toMatch(/https:/);
    expect(policyOf({ captcha }, '/home')).toEqual(policyOf({}, '/home'));
  });

  test('the CSP requires Trusted Types unless a provider’s captcha is used', () => {
    expect(policyOf({}, '/home')).toMatchObject({
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    });
    expect(policyOf({}, '/info')['trusted-types']).toBe('captcha');
    // The not-found page has an empty name.
    expect(policyOf({}, '')['script-src']).toBe("'self'");
    const captcha = { provider: 'turnstile' as const, pagePaths: ['/info'] };
    expect(policyOf({ captcha }, '/info')['require-trusted-types-for']).toBeUndefined();
    expect(policyOf({ captcha }, '/home')['trusted-types']).toBe("'none'");
  });

  test('the CSP allows our own worker on the page with the form only', () => {
    expect(policyOf({}, '/info')['worker-src']).toBe("'self'");
    expect(policyOf({}, '/home')['worker-src']).toBeUndefined();
  });
});
