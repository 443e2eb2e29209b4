import { afterEach, describe, expect, it, vi } from 'vitest';
import { expectProblem } from '../../tests/api-calls.ts';
import { sendRaw } from '../../tests/raw-http.ts';
import { openTestSite, type TestSite } from '../../tests/test-site.ts';

// A busy machine may take its time; what counts is how it ends.
vi.setConfig({ testTimeout: 60_000 });

let site: TestSite;
afterEach(() => site.close());

const statusOf = async (host: string, url = '/home') =>
  (await site.app.inject({ url, headers: { host } })).statusCode;

describe('a host', () => {
  it('is answered by a site at https when it is one of ours, or this machine', async () => {
    site = await openTestSite({
      release: { apiOrigin: 'https://api.maanzaad.example' },
      env: { ALLOWED_HOSTS: 'intern.maanzaad.example, [2001:db8::7]' },
    });
    for (const [host, status] of [
      ['maanzaad.example', 200],
      ['Maanzaad.Example:8443', 200],
      ['maanzaad.example.', 200],
      ['api.maanzaad.example', 200],
      ['intern.maanzaad.example:3000', 200],
      ['[2001:db8::7]:3000', 200],
      ['localhost:3000', 200],
      ['site.localhost', 200],
      ['127.0.0.1:3000', 200],
      ['127.9.9.9', 200],
      ['[::1]:3000', 200],
      ['www.maanzaad.example', 421],
      ['maanzaad.example.evil.example', 421],
      ['evilmaanzaad.example', 421],
      ['evil.example', 421],
      ['192.168.1.5:3000', 421],
      ['127.0.0.1.evil.example', 421],
      ['localhost.evil.example', 421],
      ['0.0.0.0', 421],
      ['[::ffff:1.2.3.4]', 421],
    ] as const) {
      for (const url of ['/home', '/api/status', '/assets/site-3fa9c1d2.js']) {
        expect([host, url, await statusOf(host, url)]).toEqual([host, url, status]);
      }
      if (status === 200) continue;
      for (const url of ['/rien', '/%ff', '/api/rien']) {
        expect([host, url, await statusOf(host, url)]).toEqual([host, url, 421]);
      }
      expectProblem(await site.app.inject({ url: '/home', headers: { host } }), 'other-host');
    }
  });

  it('is not looked at while the site has no address at https', async () => {
    site = await openTestSite({ release: { siteUrl: 'http://maanzaad.example' } });
    expect(await statusOf('evil.example')).toBe(200);
  });

  it('is the one that our proxy names, and nobody else’s', async () => {
    site = await openTestSite({ env: { TRUST_PROXY: '10.0.0.0/8' } });
    const headers = { host: 'website:3000', 'x-forwarded-host': 'maanzaad.example' };
    const from = async (remoteAddress: string) =>
      (await site.app.inject({ url: '/home', headers, remoteAddress })).statusCode;
    expect([await from('10.0.0.5'), await from('203.0.113.1')]).toEqual([200, 421]);
  });

  it('named twice is refused, whatever is asked for and whichever comes first', async () => {
    site = await openTestSite();
    const ask = (url: string, hosts: string[]) =>
      sendRaw(
        site.app,
        `GET ${url} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}Connection: close\r\n\r\n`,
      );
    for (const url of ['/home', '/api/status', '/rien']) {
      for (const hosts of [
        ['localhost', 'evil.example'],
        ['localhost', 'localhost'],
      ]) {
        expect(await ask(url, hosts)).toMatchObject({
          status: 400,
          body: expect.stringContaining('/problems/two-hosts'),
        });
      }
    }
    expect(await ask('/home', ['localhost'])).toMatchObject({ status: 200 });
  });
});

describe('a proxy that is not known', () => {
  const warnings = () => site.logLines.filter((line) => line.includes('TRUST_PROXY'));
  const call = (headers: Record<string, string>) => site.app.inject({ url: '/home', headers });

  it('is warned of once, when it first speaks for somebody', async () => {
    site = await openTestSite();
    await call({});
    expect(warnings()).toEqual([]);
    await call({ 'x-forwarded-for': '192.0.2.7' });
    await call({ forwarded: 'for=192.0.2.7' });
    expect(warnings()).toEqual([expect.stringMatching(/"level":"warn"/)]);
    expect(warnings().join()).not.toContain('192.0.2.7');
  });

  it('is none when TRUST_PROXY names one', async () => {
    site = await openTestSite({ env: { TRUST_PROXY: '127.0.0.1/32' } });
    await call({ 'x-forwarded-for': '192.0.2.7' });
    expect(warnings()).toEqual([]);
  });
});
