import { rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { publicDirOf, releaseDirOf } from '../../release/site-folder.ts';
import { page, TEST_FILES, TEST_RELEASE } from '../../tests/support/content/test-release.ts';
import { getRaw, sendRaw } from '../../tests/support/requests/raw-http.ts';
import {
  openSharedSite,
  openTestSite,
  type TestSite,
} from '../../tests/support/servers/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openSharedSite();
});
afterAll(async () => {
  const faults = site.logLines.filter((line) => /"level":"(?:warn|error)"/.test(line));
  expect(faults).toEqual([]);
  await site.close();
});

const get = (url: string, headers: Record<string, string> = {}) =>
  site.app.inject({ url, headers });

describe('pages', () => {
  test('pages are served at their path, with an ETag for revalidation', async () => {
    const { statusCode, headers } = await get('/home');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'speculation-rules': '"/speculation-rules.json"',
    });
    const { etag } = headers;
    // A proxy may mark it weak.
    for (const tags of [`${etag}`, `"x", W/${etag}`]) {
      const again = await get('/home', { 'if-none-match': tags });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      expect(again.headers).toMatchObject({ etag, 'cache-control': 'no-cache' });
    }
    expect((await get('/home', { 'if-none-match': '"x"' })).statusCode).toBe(200);
  });

  test('pages are not reachable by their file name', async () => {
    expect((await get('/home.html')).statusCode).toBe(404);
    expect((await get('/not-found')).statusCode).toBe(404);
  });

  test('pages respond to HEAD with the headers of GET and no body', async () => {
    const head = await site.app.inject({ method: 'HEAD', url: '/home' });
    const full = await get('/home');
    expect(head.body).toBe('');
    expect(head.headers['content-length']).toBe(full.headers['content-length']);
    expect(head.headers.etag).toBe(full.headers.etag);
  });
});

describe('compression', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['BR', 'br'],
    ['', undefined],
    ['br;q=0, gzip;q=0', undefined],
    ['deflate', undefined],
  ])('the compression for Accept-Encoding %j is %s', async (accepted, expected) => {
    const response = await get('/home', { 'accept-encoding': accepted });
    expect(response.headers['content-encoding']).toBe(expected);
    expect(response.headers.vary).toBe('Accept-Encoding');
    const body = response.rawPayload;
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[String(expected)];
    expect(String(unpack ? unpack(body) : body)).toContain('<title>Home</title>');
    expect(Number(response.headers['content-length'])).toBe(body.length);
  });

  test('each encoding has another ETag', async () => {
    const tags = new Set();
    for (const accepted of ['br', 'gzip', '']) {
      tags.add((await get('/home', { 'accept-encoding': accepted })).headers.etag);
    }
    expect(tags.size).toBe(3);
  });
});

describe('files', () => {
  const forever = 'public, max-age=31536000, immutable';
  const anHour = 'public, max-age=3600';
  test.each([
    ['/assets/site-3fa9c1d2.js', 'text/javascript; charset=utf-8', forever],
    ['/assets/site-3fa9c1d2.css', 'text/css; charset=utf-8', forever],
    ['/photos/champagne-3fa9c1d2-full-640.avif', 'image/avif', forever],
    ['/fonts/sans-3fa9c1d2.woff2', 'font/woff2', forever],
    ['/robots.txt', 'text/plain; charset=utf-8', anHour],
    ['/speculation-rules.json', 'application/speculationrules+json', anHour],
    ['/files/menu.pdf', 'application/pdf', anHour],
    ['/files/_tarif.pdf', 'application/pdf', anHour],
    ['/files/TARIF.PDF', 'application/pdf', anHour],
    ['/files/tarif.html', 'text/html; charset=utf-8', 'no-cache'],
  ])(
    'files have their content type, and are immutable if their name has a hash: %s',
    async (path, type, cache) => {
      const response = await get(path);
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({ 'content-type': type, 'cache-control': cache });
      const again = await get(path, { 'if-none-match': response.headers.etag as string });
      expect(again.statusCode).toBe(304);
    },
  );

  test('files of the caterer open in the browser without running scripts', async () => {
    const { headers } = await get('/files/menu.pdf');
    expect(headers['content-disposition']).toBe('inline');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none';.*object-src 'self'; style-src 'unsafe-inline'$/,
    );
  });

  test('files for static hosts are not served', async () => {
    expect((await get('/_redirects')).statusCode).toBe(404);
    expect((await get('/assets/site-3fa9c1d2.js.br')).statusCode).toBe(404);
  });
});

describe('a notice', () => {
  const pages = TEST_RELEASE.pages.map((entry) => ({ ...entry, noticeFile: 'notice.html' }));
  const release = {
    pages,
    notFound: { ...TEST_RELEASE.notFound, noticeFile: 'notice.html' },
    notice: { from: '2026-07-20', until: '2026-08-02' },
  };

  test.each([
    // Belgium is two hours ahead of UTC in summer.
    ['2026-07-19T21:59:59Z', false],
    ['2026-07-19T22:00:00Z', true],
    ['2026-08-02T21:59:59Z', true],
    ['2026-08-02T22:00:00Z', false],
  ])('a notice at %s is shown: %s', async (time, isShown) => {
    const files = { ...TEST_FILES, 'notice.html': page('Gesloten') };
    const noticed = await openTestSite({ release, files });
    vi.setSystemTime(time);
    for (const [path, title] of [
      ['/home', 'Home'],
      ['/nergens', 'Oeps'],
    ]) {
      const response = await noticed.app.inject(`${path}`);
      expect(response.body).toContain(`<title>${isShown ? 'Gesloten' : title}`);
    }
    const { etag } = (await noticed.app.inject('/home')).headers;
    const plain = (await get('/home')).headers.etag;
    expect(etag === plain).toBe(!isShown);
  });
});

describe('a file that changed on disk', () => {
  const large = Buffer.alloc(3_000_000, 'foto');
  const FILES = { ...TEST_FILES, 'photos/large-3fa9c1d2.avif': large };
  const SMALL_PATH = '/photos/champagne-3fa9c1d2-full-640.avif';
  const LARGE_PATH = '/photos/large-3fa9c1d2.avif';
  let broken: TestSite;
  const onDisk = (path: string) =>
    join(publicDirOf(releaseDirOf(broken.siteDir, TEST_RELEASE.id)), path);
  beforeEach(async () => {
    broken = await openTestSite({ files: FILES });
  });

  test.each([SMALL_PATH, LARGE_PATH])(
    'a file that became shorter on disk ends the response: %s',
    async (path) => {
      await truncate(onDisk(path), 10);
      const request = (asked: string) => `GET ${asked} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
      const { body } = await sendRaw(broken.app, request(path) + request('/home'));
      // The client gets nothing, or fewer bytes than announced, and no second response that could
      // pass for the rest.
      expect(body.length).toBeLessThanOrEqual(10);
      expect((await broken.app.inject('/home')).statusCode).toBe(200);
    },
  );

  test('a file that changed on disk is served from memory if it was requested before', async () => {
    const before = await broken.app.inject(SMALL_PATH);
    await rm(onDisk(SMALL_PATH));
    expect((await broken.app.inject(SMALL_PATH)).body).toBe(before.body);
  });
});

test.each(['HTTPS', 'wss', 'javascript:', 'https, HTTPS', '__proto__'])(
  'a page and a redirect are served behind a trusted proxy that sends X-Forwarded-Proto: %s',
  async (protocol) => {
    const headers = { 'x-forwarded-proto': protocol };
    expect((await get('/home', headers)).statusCode).toBe(200);
    const { statusCode, headers: sent } = await get('/', headers);
    expect(statusCode).toBe(301);
    const isTls = /^(?:https|wss)/i.test(protocol);
    expect('strict-transport-security' in sent).toBe(isTls);
  },
);

describe('redirects', () => {
  test.each([
    ['/', '/home'],
    ['/recepties', '/feesten'],
    ['/contact?betreft=Receptie&x=1', '/info?betreft=Receptie&x=1'],
    ['/?a=b?c', '/home?a=b?c'],
    ['/home/', '/home'],
    ['/contact/', '/info'],
  ])('a redirect leads from %s to %s permanently', async (from, to) => {
    const response = await get(from);
    expect([response.statusCode, response.headers.location]).toEqual([301, to]);
  });

  test.each([
    ...['//evil.example/', '/\\\\evil.example/', '/%2f%2fevil.example/', '//home/', '/home//'],
    ...['/https://evil.example/', '//evil.example/..'],
  ])('a redirect never leads to another host: %s', async (path) => {
    const response = await getRaw(site.app, path);
    expect([response.status, response.headers.location]).toEqual([404, undefined]);
  });
});

describe('any other path', () => {
  test.each([
    ...['/nergens', '/a/b/c/d/e', '/%ff', '/%00', '/%', '/assets', '/HOME', '/home%00', '*'],
    ...['/..%2f..%2fetc%2fpasswd', '/../../etc/passwd', '/assets/..%2fhome.html', '/__proto__'],
    ...['/apix', '/%61pi/nothing', '/a%0d%0aset-cookie:x=1', 'http://evil.example/home/'],
    ...[`/${'a'.repeat(9000)}`, `/${'%2e%2e/'.repeat(1000)}`],
  ])('any other path shows the not-found page: %s', async (path) => {
    const response = await getRaw(site.app, path);
    expect(response.status).toBe(404);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).toContain('<title>Oeps</title>');
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
  });

  test.each([
    ...['POST /caf\xe9 HTTP/1.1', 'GET /api/caf\xe9 HTTP/1.1', 'GET caf\xe9 HTTP/1.1', 'HELLO'],
  ])('an invalid request line gets 400: %j', async (line) => {
    const response = await sendRaw(site.app, `${line}\r\nHost: localhost\r\n\r\n`);
    expect(response.status).toBe(400);
    expect(response.body).toBe('');
    expect(response.headers['x-content-type-options']).toBe('nosniff');
  });

  test('the not-found page never gets a 304', async () => {
    const { etag } = (await get('/nergens')).headers;
    const again = await get('/nergens', { 'if-none-match': etag as string });
    expect(again.statusCode).toBe(404);
    expect(again.body).toContain('Oeps');
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)(
    'any other path refuses %s',
    async (method) => {
      for (const url of ['/home', '/', '/nergens']) {
        const response = await site.app.inject({
          method,
          url,
          ...(method === 'POST' && { payload: 'a=b', headers: { 'content-type': 'text/odd' } }),
        });
        expect([url, response.statusCode, response.headers.allow]).toEqual([url, 405, 'GET, HEAD']);
      }
    },
  );
});
