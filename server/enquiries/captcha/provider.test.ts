import { createServer, type RequestListener, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { listen } from '../../../tests/support/servers/ports.ts';
import { type CaptchaProvider, createProviderCaptcha } from './provider.ts';

const SECRET = 'the secret of the site';
const HOSTNAMES = new Set(['maanzaad.example', 'www.maanzaad.example']);
const NOW = 1_800_000_000_000;

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Starts a stand-in for the provider on this machine, which follows the documented protocol. */
async function open(respond: RequestListener): Promise<string> {
  server = createServer(respond);
  return `http://127.0.0.1:${await listen(server)}/siteverify`;
}

/** Tokens can be used once and live two minutes, as the providers document. */
function provider(): RequestListener {
  const spent = new Set<string>();
  return async (request, response) => {
    const form = new URLSearchParams(await text(request));
    const token = form.get('response') ?? '';
    const hostname = token === 'solved elsewhere' ? 'evil.example' : 'maanzaad.example';
    const isForm = request.headers['content-type'] === FORM && request.method === 'POST';
    const refuse = (code: string) => ({ success: false, 'error-codes': [code] });
    let body: object = { success: true, challenge_ts: new Date(NOW).toISOString(), hostname };
    if (!token.startsWith('solved')) body = refuse('invalid-input-response');
    if (token === 'expired' || spent.has(token)) body = refuse('timeout-or-duplicate');
    if (form.get('secret') !== SECRET) body = refuse('invalid-input-secret');
    if (!isForm) body = refuse('bad-request');
    spent.add(token);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  };
}
const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';

const verifierAt = (
  verifyUrl: string,
  more: { secret?: string; timeoutMs?: number; provider?: CaptchaProvider } = {},
) =>
  createProviderCaptcha({
    provider: 'turnstile',
    secret: SECRET,
    hostnames: HOSTNAMES,
    verifyUrl,
    ...more,
  });

test.each<CaptchaProvider>(['recaptcha', 'hcaptcha', 'turnstile'])(
  '%s accepts a recent result from this site and returns a nonce',
  async (name) => {
    const verifier = verifierAt(await open(provider()), { provider: name });
    const verdict = await verifier.verify('solved 1', NOW);
    expect(verdict).toMatchObject({ kind: 'passed', expiresAtMs: NOW + 600_000 });
    expect(verdict.kind === 'passed' && verdict.nonce).toMatch(/^[0-9a-f]{64}$/);
    for (const token of ['nonsense', 'expired', 'solved elsewhere']) {
      expect([token, await verifier.verify(token, NOW)]).toEqual([token, { kind: 'refused' }]);
    }
  },
);

describe('a provider', () => {
  test('a provider refuses a token that was used before', async () => {
    const url = await open(provider());
    expect((await verifierAt(url).verify('solved 1', NOW)).kind).toBe('passed');
    expect((await verifierAt(url).verify('solved 1', NOW)).kind).toBe('refused');
  });

  test('a provider is not called again for a retry shortly after', async () => {
    const verifier = verifierAt(await open(provider()));
    const first = await verifier.verify('solved 1', NOW);
    const repeat = await verifier.verify('solved 1', NOW + 60_000);
    expect(repeat).toMatchObject({ kind: 'passed', nonce: first.kind === 'passed' && first.nonce });
  });

  test('a provider that does not accept our secret counts as unreachable', async () => {
    const url = await open(provider());
    const verdict = await verifierAt(url, { secret: 'wrong' }).verify('solved 1', NOW);
    expect(verdict).toMatchObject({
      kind: 'unreachable',
      reason: expect.stringMatching(/responded with invalid-input-secret$/),
    });
  });

  const silent: RequestListener = () => undefined;
  const drip: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"success":');
  };
  const respond =
    (text: string, status = 200): RequestListener =>
    (_request, response) => {
      response.writeHead(status);
      response.end(text);
    };
  const good = '{"success":true,"hostname":"maanzaad.example"}';

  const redirect: RequestListener = ({ url }, response) => {
    response.writeHead(url === '/siteverify' ? 307 : 200, { location: '/elsewhere' });
    response.end(good);
  };

  test.each<[string, RequestListener]>([
    ['is silent', silent],
    ['stops half-way', drip],
    ['responds with 500', respond(good, 500)],
    ['responds with no JSON', respond('<html>success</html>')],
    ['responds with nothing', respond('')],
    ['responds with something else', respond('{"success":"true","hostname":"maanzaad.example"}')],
    ['responds with null', respond('null')],
    ['redirects', redirect],
    ['hangs up', (request) => request.socket.destroy()],
  ])('a provider that %s counts as unreachable', async (_what, listener) => {
    const verifier = verifierAt(await open(listener), { timeoutMs: 300 });
    expect(await verifier.verify('solved 1', NOW)).toMatchObject({ kind: 'unreachable' });
  });

  test('a provider has 3 s to respond', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout');
    await verifierAt(await open(provider())).verify('solved 1', NOW);
    expect(limit.mock.calls).toEqual([[3_000]]);
  });

  test('a provider that omits the host name verifies nothing', async () => {
    const verifier = verifierAt(await open(respond('{"success":true}')));
    expect(await verifier.verify('solved 1', NOW)).toEqual({ kind: 'refused' });
  });
});
