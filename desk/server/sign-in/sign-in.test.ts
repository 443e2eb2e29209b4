import { readFile, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestAuthenticator } from '../../../tests/desk/test-authenticator.ts';
import { openTestDesk, type TestDesk } from '../../../tests/desk/test-desk.ts';
import { FIXTURE_CONTENT_DIR } from '../../../tests/fixture-content.ts';
import { createLink, openAccess } from './access.ts';

let desk: TestDesk;
beforeEach(async () => {
  desk = await openTestDesk({ contentDir: FIXTURE_CONTENT_DIR });
});
afterEach(() => desk.close());

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the call answers
  body: any;
  cookie: string;
}

/** A call without a session, unless it brings one. */
async function post(path: string, body: object, headers: object = {}): Promise<Answer> {
  const response = await desk.request(path, {
    method: 'POST',
    headers: { cookie: '', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const [cookie = ''] = response.headers.getSetCookie();
  return { status: response.status, body: await response.json(), cookie };
}

const statusWith = async (cookie: string, path = '/api/content') =>
  (await desk.request(path, { headers: { cookie: cookie.split(';')[0] ?? '' } })).status;

async function register(passkey = new TestAuthenticator(), origin = desk.origin) {
  const secret = await createLink(desk.folders.deskDir);
  const { body } = await post('/api/passkeys/options', { secret });
  const response = passkey.register(body.challenge, origin);
  const answer = await post('/api/passkeys', { secret, name: 'Gsm', response });
  return { passkey, secret, response, ...answer };
}

async function signInWith(passkey: TestAuthenticator, origin = desk.origin, flags = 0x05) {
  const { body } = await post('/api/sign-in/options', {});
  const response = passkey.signIn(body.challenge, origin, flags);
  return { response, ...(await post('/api/sign-in', response)) };
}

describe('a passkey', () => {
  it('is registered with a link, and signs in after that', async () => {
    const { passkey, status, cookie } = await register();
    expect(status).toBe(200);
    expect(cookie).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict/);
    expect(await statusWith(cookie)).toBe(200);
    const again = await signInWith(passkey);
    expect(again.status).toBe(200);
    expect(await statusWith(again.cookie)).toBe(200);
  });

  it('has a name, and ends its sessions when it is removed', async () => {
    const first = await register();
    const second = await register();
    const [id] = [first.passkey.id.toString('base64url')];
    const { answer } = await desk.call('GET /api/passkeys');
    expect(answer.map(({ name }) => name)).toEqual(['Gsm', 'Gsm']);
    await desk.call('DELETE /api/passkeys/:id', {}, id);
    expect(await statusWith(first.cookie)).toBe(401);
    expect(await statusWith(second.cookie)).toBe(200);
    expect((await signInWith(first.passkey)).status).toBe(401);
    const last = second.passkey.id.toString('base64url');
    expect((await desk.call('DELETE /api/passkeys/:id', {}, last)).status).toBe(409);
  });

  it('does not sign in with a replayed answer, from another origin or without verification', async () => {
    const { passkey } = await register();
    const { response } = await signInWith(passkey);
    expect((await post('/api/sign-in', response)).status).toBe(401);
    expect((await signInWith(passkey, 'https://werktafel.example')).status).toBe(401);
    expect((await signInWith(passkey, desk.origin, 0x01)).status).toBe(401);
    expect((await signInWith(new TestAuthenticator())).status).toBe(401);
    expect((await post('/api/sign-in', { id: 3 })).status).toBe(401);
  });
});

it('a challenge expires after 5 minutes', async () => {
  const { passkey } = await register();
  const { body } = await post('/api/sign-in/options', {});
  const response = passkey.signIn(body.challenge, desk.origin);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5 * 60_001);
  const late = await post('/api/sign-in', response);
  clock.mockRestore();
  expect(late.status).toBe(401);
});

describe('a link', () => {
  it('is spent by registering, not by requesting the options', async () => {
    const { passkey, secret, response, status } = await register();
    expect(status).toBe(200);
    expect((await post('/api/passkeys', { secret, name: '', response })).status).toBe(401);
    expect((await post('/api/passkeys/options', { secret })).status).toBe(401);
    const { body } = await post('/api/sign-in/options', {});
    const other = new TestAuthenticator().register(body.challenge, desk.origin);
    expect((await post('/api/passkeys', { secret, name: '', response: other })).status).toBe(401);
    expect((await signInWith(passkey)).status).toBe(200);
  });

  it('is not spent by a wrong answer, and registers one of two concurrent devices', async () => {
    const { status } = await register(new TestAuthenticator(), 'https://werktafel.example');
    expect(status).toBe(401);
    const secret = await createLink(desk.folders.deskDir);
    const tries = await Promise.all(
      [1, 2].map(async () => {
        const { body } = await post('/api/passkeys/options', { secret });
        const response = new TestAuthenticator().register(body.challenge, desk.origin);
        return () => post('/api/passkeys', { secret, name: '', response });
      }),
    );
    const answers = await Promise.all(tries.map((one) => one()));
    expect(answers.map((one) => one.status).sort()).toEqual([200, 401]);
  });

  it('expires after 30 minutes', async () => {
    const secret = await createLink(desk.folders.deskDir);
    const file = join(desk.folders.deskDir, 'link.json');
    const link = JSON.parse(await readFile(file, 'utf8'));
    expect(link.expiresAtMs - Date.now()).toBeLessThanOrEqual(30 * 60_000);
    await writeFile(file, JSON.stringify({ ...link, expiresAtMs: Date.now() - 1 }));
    expect((await post('/api/passkeys/options', { secret })).status).toBe(401);
    expect(JSON.stringify(link)).not.toContain(secret);
  });
});

it('the token of a desk on this machine works once', async () => {
  const opened = await post('/api/sign-in/token', { token: desk.token });
  expect([opened.status, await statusWith(opened.cookie)]).toEqual([200, 200]);
  expect((await post('/api/sign-in/token', { token: desk.token })).status).toBe(401);
  expect((await post('/api/sign-in/token', {})).status).toBe(401);
});

it('signing out ends one session, or all', async () => {
  const [one, two] = [(await register()).cookie, (await register()).cookie];
  const signOut = (cookie: string, body: object) =>
    post('/api/sign-out', body, { cookie: cookie.split(';')[0] ?? '' });
  expect((await signOut(one, {})).status).toBe(200);
  expect([await statusWith(one), await statusWith(two)]).toEqual([401, 200]);
  await signOut(two, { everywhere: true });
  expect([await statusWith(two), await statusWith(desk.cookie)]).toEqual([401, 401]);
});

it('an expired session is refused', async () => {
  const { deskDir } = desk.folders;
  const cookie = await (await openAccess(deskDir)).openSession(null);
  const file = join(deskDir, 'access.json');
  const stored = JSON.parse(await readFile(file, 'utf8'));
  const findAgain = async () => (await openAccess(deskDir)).findSession(cookie);
  expect(await findAgain()).toBeDefined();
  for (const session of stored.sessions) session.expiresAtMs = Date.now() - 1;
  await writeFile(file, JSON.stringify(stored));
  expect(await findAgain()).toBeUndefined();
});

it('repeated wrong attempts are refused', async () => {
  const statuses = [];
  for (let i = 0; i < 30; i++) {
    statuses.push((await post('/api/sign-in/token', { token: `x${i}` })).status);
  }
  expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
  expect(statuses.at(-1)).toBe(429);
});

describe('without a session', () => {
  it.each([
    '/api/content',
    '/api/state',
    '/api/enquiries/received',
    '/enquiries.csv',
    '/files/menu-du-mois.pdf',
    '/photos/nuage-12345678-full-320.webp',
    '/assets/app.js',
    '/index.html',
    '/sign-in/../index.html',
    '/sign-in/..%2findex.html',
    '/%73ign-in/index.html',
    '/api/sess%69on/../content',
  ])('%s is refused', async (path) => {
    // `fetch` would resolve the dots itself.
    const { status, text } = await rawGet(path, new URL(desk.origin).host);
    expect(status).toBeGreaterThanOrEqual(401);
    expect(text).not.toMatch(/app\.js|index\.html|pages/);
  });

  it('every call is refused, except those that sign in', async () => {
    const calls = [
      ['PATCH', '/api/content'],
      ['POST', '/api/publish'],
      ['DELETE', '/api/photos/nuage'],
      ['GET', '/api/passkeys'],
      ['POST', '/api/test-mail'],
      ['POST', '/api/sign-out'],
    ];
    for (const [method = '', path = ''] of calls) {
      const response = await desk.request(path, {
        method,
        headers: { cookie: 'desk-0=x', 'content-type': 'application/json' },
        ...(method !== 'GET' && { body: '{}' }),
      });
      expect(response.status, path).toBe(401);
    }
  });

  it('every page is the sign-in page; its files, the manifest and the icon answer', async () => {
    const get = async (path: string) => (await rawGet(path, new URL(desk.origin).host)).text;
    expect(await get('/')).toBe('sign-in/index.html');
    expect(await get('/paginas/home')).toBe('sign-in/index.html');
    for (const path of ['sign-in/assets/sign-in.js', 'app.webmanifest', 'icon.svg']) {
      expect(await get(`/${path}`)).toBe(path);
    }
  });
});

describe('another site', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin', { origin: '' }],
    ['an opaque origin', { origin: 'null' }],
    ['the same host by another scheme', { origin: 'https://localhost' }],
  ])('a call with %s is refused, even with a session', async (_, headers) => {
    const { status } = await post('/api/publish', {}, { cookie: desk.cookie, ...headers });
    expect(status).toBe(403);
  });

  it.each(['evil.example', '127.0.0.1', 'localhost', 'localhost:1'])(
    'the host name %s is refused',
    async (host) => {
      expect((await rawGet('/', host)).status).toBe(403);
      expect((await rawGet('/api/content', host, desk.cookie)).status).toBe(403);
    },
  );
});

it('the policy forbids inline code and other frames', async () => {
  const { headers } = await desk.request('/');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|\*|http:/);
  expect(policy).toContain("frame-ancestors 'self'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('no-store');
});

function rawGet(path: string, host: string, cookie = '') {
  const { port } = new URL(desk.origin);
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const options = { host: 'localhost', port, path, headers: { host, cookie } };
    http
      .get(options, async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve({ status: response.statusCode ?? 0, text });
      })
      .on('error', reject);
  });
}
