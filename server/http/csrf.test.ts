import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, postTo } from '../../tests/support/requests/api-calls.ts';
import {
  openSharedSite,
  openTestSite,
  type TestSite,
} from '../../tests/support/servers/test-site.ts';

describe('CSRF protection', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await openSharedSite();
  });
  afterAll(() => site.close());

  const TOKEN = 'AAAAAAAAAAAAAAAAAAAAAA';
  const cookie = `XSRF-TOKEN=${TOKEN}`;
  const host = 'maanzaad.test:3000';
  const postFrom = (headers: object) => postTo(site, {}, { headers: { host, ...headers } });

  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-site', origin: 'https://evil.maanzaad.example' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://maanzaad.example.evil.example' },
    { 'x-xsrf-token': TOKEN },
    { 'x-xsrf-token': 'B'.repeat(22), cookie },
    { 'x-xsrf-token': 'B'.repeat(22), cookie, 'sec-fetch-site': 'same-origin' },
    { 'x-xsrf-token': '', cookie, 'sec-fetch-site': 'same-origin' },
    { cookie },
  ])('CSRF protection refuses a call with %j', async (headers) => {
    expectProblem(await postFrom(headers), 'forged');
  });

  // 422 means that the request passed this check and the next one refused it.
  test.each([
    {},
    { cookie: 'other=1' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-origin', cookie },
    { 'sec-fetch-site': 'same-origin', cookie: `a=b; ${cookie}`, 'x-xsrf-token': TOKEN },
    { origin: `http://${host}` },
    { origin: `https://${host}`, cookie, 'x-xsrf-token': TOKEN },
    { origin: 'https://maanzaad.example' },
    { origin: 'https://maanzaad.example', 'sec-fetch-site': 'cross-site' },
    { cookie, 'x-xsrf-token': TOKEN },
    // Another program may set a cookie with the same name. The page sends the first one back,
    // without decoding it.
    { cookie: `XSRF-TOKEN=a%3D; ${cookie}`, 'x-xsrf-token': 'a%3D', origin: `http://${host}` },
    // A proxy may choose these spellings of the host.
    { host: 'Maanzaad.Test:3000', origin: `http://${host}` },
    { host: 'maanzaad.test:443', origin: 'https://maanzaad.test' },
    { host: 'maanzaad.test', origin: 'http://maanzaad.test:80' },
  ])('CSRF protection accepts a call with %j', async (headers) => {
    expectProblem(await postFrom(headers), 'invalid-field');
  });
});

test.each(['maanzaad.be:3000', 'data:text/html,x', 'null'])(
  'a site address without an origin (%s) does not allow the origin “null”',
  async (siteUrl) => {
    const odd = await openTestSite({ release: { siteUrl } });
    const headers = { origin: 'null' };
    const response = await postTo(odd, {}, { headers });
    expectProblem(response, 'forged');
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
    const status = await odd.app.inject({ url: '/api/status', headers });
    expect(status.headers['access-control-allow-origin']).toBeUndefined();
  },
);

describe('CORS', () => {
  let shared: TestSite;
  beforeAll(async () => {
    shared = await openSharedSite({ env: { CORS_ORIGINS: 'https://www.maanzaad.example' } });
  });
  afterAll(() => shared.close());

  const preflight = (origin: string) =>
    shared.app.inject({
      method: 'OPTIONS',
      url: '/api/mail/maanzaad',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,idempotency-key',
      },
    });

  test.each(['https://maanzaad.example', 'https://www.maanzaad.example'])(
    'CORS allows the API for %s',
    async (origin) => {
      const before = await preflight(origin);
      expect(before.statusCode).toBe(204);
      expect(before.headers['access-control-allow-origin']).toBe(origin);
      expect(before.headers['access-control-allow-headers']).toMatch(/Idempotency-Key/);
      expect(before.headers['access-control-allow-credentials']).toBeUndefined();
      const status = await shared.app.inject({ url: '/api/status', headers: { origin } });
      expect(status.headers['access-control-allow-origin']).toBe(origin);
      expect(status.headers.vary).toBe('Origin');
      const headers = { origin, 'sec-fetch-site': 'cross-site' };
      const response = await postTo(shared, {}, { headers });
      expect(response.statusCode).toBe(422);
      expect(response.headers['access-control-allow-origin']).toBe(origin);
    },
  );

  test.each(['https://evil.example', 'http://maanzaad.example', 'null'])(
    'CORS refuses the API for %s',
    async (origin) => {
      const before = await preflight(origin);
      expect(before.statusCode).toBe(405);
      expect(before.headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  test('pages and files have no CORS headers', async () => {
    const response = await shared.app.inject({
      url: '/home',
      headers: { origin: 'https://maanzaad.example' },
    });
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
  });
});
