import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  getRaw,
  openTestSite,
  sendRaw,
  TEST_RELEASE,
  type TestSite,
} from '../../tests/test-site.ts';
import type { Release } from '../release.ts';
import { createSecurityHeaders } from './headers.ts';
import { scoreAnswer } from './observatory-score.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ trustedProxies: ['127.0.0.1/32'] });
});
afterAll(() => site.close());

const OVER_TLS = { 'x-forwarded-proto': 'https' };
const get = (url: string, headers: Record<string, string> = {}) =>
  site.app.inject({ url, headers });

/** A policy's sources by directive. */
function policyOf(release: Partial<Release>, page: string): Record<string, string> {
  const headers = createSecurityHeaders({ ...TEST_RELEASE, ...release })({ page }, true);
  const directives = (headers['content-security-policy'] ?? '').split('; ').map((directive) => {
    const [name = '', ...sources] = directive.split(' ');
    return [name, sources.join(' ')];
  });
  return Object.fromEntries(directives);
}

describe("the Observatory's score", () => {
  it.each(['/home', '/info', '/privacy', '/nergens', '/api/status', '/robots.txt'])(
    'of %s is at least 120',
    async (path) => {
      const answer = await get(path, OVER_TLS);
      const { score, findings } = scoreAnswer({
        headers: answer.headers as Record<string, string>,
        cookies: [answer.headers['set-cookie'] ?? []].flat(),
        html: answer.body,
      });
      expect(findings.filter(({ modifier }) => modifier < 0)).toEqual([]);
      expect(score).toBeGreaterThanOrEqual(120);
    },
  );

  it('would be bad without headers', () => {
    expect(scoreAnswer({ headers: {}, cookies: ['a=b'], html: '' }).score).toBe(10);
  });
});

describe('every answer', () => {
  const NAMES = [
    'content-security-policy',
    'cross-origin-opener-policy',
    'cross-origin-resource-policy',
    'permissions-policy',
    'referrer-policy',
    'x-content-type-options',
    'x-frame-options',
  ];

  it.each([
    '/',
    '/home',
    '/nergens',
    '/%ff',
    '/api/%ff',
    '/assets/site-3fa9c1d2.js',
    '/photos/champagne-3fa9c1d2-full-640.avif',
    '/api/status',
    '/api/captcha/challenge',
    '/api/nothing',
    '/api/mail/maanzaad',
  ])('carries the security headers: GET %s', async (path) => {
    const { headers } = await getRaw(site.app, path);
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(NAMES));
  });

  it('carries them when the request was not even HTTP', async () => {
    const answer = await sendRaw(site.app, 'HELLO\r\n\r\n');
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.headers)).toEqual(expect.arrayContaining(NAMES));
    const large = `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`;
    const refused = await sendRaw(site.app, large);
    expect(refused.status).toBe(431);
    expect(Object.keys(refused.headers)).toEqual(expect.arrayContaining(NAMES));
  });

  it('pins the site to TLS only when it came over TLS', async () => {
    const name = 'strict-transport-security';
    expect((await get('/home', OVER_TLS)).headers[name]).toBe('max-age=31536000');
    expect((await get('/home')).headers[name]).toBeUndefined();
  });

  it('does not believe a stranger about TLS', async () => {
    const stranger = await site.app.inject({
      url: '/home',
      headers: OVER_TLS,
      remoteAddress: '203.0.113.1',
    });
    expect(stranger.headers['strict-transport-security']).toBeUndefined();
  });
});

describe('the policy of pages', () => {
  it('allows nothing that is unsafe, and nobody else', () => {
    for (const { path } of TEST_RELEASE.pages) {
      const policy = policyOf({}, path);
      expect(policy['default-src']).toBe("'none'");
      expect(Object.values(policy).join(' ')).not.toMatch(/unsafe|data:|blob:|https?:|\*/);
    }
  });

  it('lets our own pages frame the privacy page, and no other', async () => {
    expect(policyOf({}, '/privacy')['frame-ancestors']).toBe("'self'");
    expect(policyOf({}, '/home')['frame-ancestors']).toBe("'none'");
    expect((await get('/privacy')).headers['x-frame-options']).toBe('SAMEORIGIN');
    expect((await get('/home')).headers['x-frame-options']).toBe('DENY');
  });

  it('opens for a privacy page and an API elsewhere, when the content says so', () => {
    const policy = policyOf(
      { privacyFrameOrigin: 'https://provider.example', apiOrigin: 'https://api.example' },
      '/home',
    );
    expect(policy['frame-src']).toBe("'self' https://provider.example");
    expect(policy['connect-src']).toBe("'self' https://api.example");
  });

  it.each([
    ['recaptcha', 'https://www.gstatic.com/recaptcha/'],
    ['hcaptcha', 'https://*.hcaptcha.com'],
    ['turnstile', 'https://challenges.cloudflare.com'],
  ] as const)('opens for %s on the page of the form alone', (provider, source) => {
    const captcha = { provider, pagePath: '/info' };
    expect(policyOf({ captcha }, '/info')['script-src']).toContain(source);
    expect(policyOf({ captcha }, '/info')['frame-src']).toMatch(/https:/);
    expect(policyOf({ captcha }, '/home')).toEqual(policyOf({}, '/home'));
    const origins = Object.values(policyOf({ captcha }, '/info'))
      .join(' ')
      .match(/https:\S+/g);
    const domain = { recaptcha: 'google|gstatic', hcaptcha: 'hcaptcha', turnstile: 'cloudflare' };
    expect(origins?.every((origin) => new RegExp(domain[provider]).test(origin))).toBe(true);
  });

  it('takes script from trusted places only, where no provider brings its own', () => {
    expect(policyOf({}, '/home')).toMatchObject({
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    });
    expect(policyOf({}, '/info')['trusted-types']).toBe('captcha');
    const captcha = { provider: 'turnstile', pagePath: '/info' } as const;
    expect(policyOf({ captcha }, '/info')['require-trusted-types-for']).toBeUndefined();
    expect(policyOf({ captcha }, '/home')['trusted-types']).toBe("'none'");
  });

  it('lets a worker of our own solve our own captcha', () => {
    expect(policyOf({}, '/info')['worker-src']).toBe("'self'");
    expect(policyOf({}, '/home')['worker-src']).toBeUndefined();
  });
});
