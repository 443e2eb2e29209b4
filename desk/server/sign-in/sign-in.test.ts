import { mkdir, readFile, rename, rmdir, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TestAuthenticator } from '../../../tests/desk/test-authenticator.ts';
import { openTestDesk, type TestDesk } from '../../../tests/desk/test-desk.ts';
import { FIXTURE_CONTENT_DIR } from '../../../tests/support/content/fixture-content.ts';
import { createLink, openAccess } from './access.ts';

let desk: TestDesk;
beforeEach(async () => {
  desk = await openTestDesk({ contentDir: FIXTURE_CONTENT_DIR });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await desk.close();
});

/** Makes a call without a session, unless the headers bring one. */
async function post(path: string, body: object, headers: object = {}) {
  const response = await desk.request(path, {
    method: 'POST',
    headers: { cookie: '', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const [cookie = ''] = response.headers.getSetCookie();
  // biome-ignore lint/suspicious/noExplicitAny: whatever the desk sends
  return { status: response.status, body: (await response.json()) as any, cookie };
}

const statusWith = async (cookie: string, path = '/api/content') =>
  (await desk.request(path, { headers: { cookie: cookie.split(';')[0] ?? '' } })).status;

const newLink = () => createLink(desk.folders.deskDir);

async function register(passkey = new TestAuthenticator(), origin = desk.origin) {
  const secret = await newLink();
  const { body } = await post('/api/passkeys/options', { secret });
  const response = passkey.register(body.challenge, origin);
  const sent = { secret, name: 'Gsm', response };
  return { passkey, secret, response, ...(await post('/api/passkeys', sent)) };
}

/**
 * Does some work while no passkey or session can be written. Permissions do not stop root, so a
 * folder takes the file's place.
 */
async function whileUnwritable<Result>(work: () => Promise<Result>): Promise<Result> {
  const file = join(desk.folders.deskDir, 'access.json');
  await rename(file, `${file}-away`);
  await mkdir(file);
  try {
    return await work();
  } finally {
    await rmdir(file);
    await rename(`${file}-away`, file);
  }
}

const removeDevice = ({ passkey }: { passkey: TestAuthenticator }) =>
  desk.call('DELETE /api/passkeys/:id', {}, passkey.id.toString('base64url'));

/** The access as it would be after a restart. */
const reopen = () => openAccess(desk.folders.deskDir);

async function signInWith(passkey: TestAuthenticator, origin = desk.origin, flags = 0x05) {
  const { body } = await post('/api/sign-in/options', {});
  const response = passkey.signIn(body.challenge, origin, flags);
  return { response, ...(await post('/api/sign-in', response)) };
}

describe('a passkey', () => {
  test('a passkey is registered with a link and then signs in', async () => {
    const { passkey, status, cookie } = await register();
    expect(status).toBe(200);
    expect(cookie).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict/);
    expect(await statusWith(cookie)).toBe(200);
    const again = await signInWith(passkey);
    expect([again.status, await statusWith(again.cookie)]).toEqual([200, 200]);
  });

  test('a passkey has a name, and its removal ends its sessions', async () => {
    const first = await register();
    const second = await register();
    const { response } = await desk.call('GET /api/passkeys');
    expect(response.map(({ name }) => name)).toEqual(['Gsm', 'Gsm']);
    await removeDevice(first);
    expect(await statusWith(first.cookie)).toBe(401);
    expect(await statusWith(second.cookie)).toBe(200);
    expect((await signInWith(first.passkey)).status).toBe(401);
    expect((await removeDevice(second)).status).toBe(409);
  });

  test('a passkey whose removal cannot be written stays until it is removed', async () => {
    const [lost, other] = [await register(), await register()];
    expect((await whileUnwritable(() => removeDevice(lost))).status).toBe(500);
    expect((await desk.call('GET /api/passkeys')).response).toHaveLength(2);
    expect(await statusWith(lost.cookie)).toBe(200);
    expect((await reopen()).passkeys()).toHaveLength(2);
    expect((await removeDevice(lost)).status).toBe(200);
    expect([await statusWith(lost.cookie), await statusWith(other.cookie)]).toEqual([401, 200]);
    expect((await reopen()).passkeys()).toHaveLength(1);
  });

  test('a device signs in and out while no session can be written', async () => {
    const { passkey } = await register();
    await whileUnwritable(async () => {
      const { status, cookie } = await signInWith(passkey);
      expect([status, await statusWith(cookie)]).toEqual([200, 200]);
      const headers = { cookie: cookie.split(';')[0] ?? '' };
      await desk.request('/api/sign-out', { method: 'POST', headers });
      expect(await statusWith(cookie)).toBe(401);
    });
  });

  test('of two devices that are removed at the same time one stays', async () => {
    const devices = [await register(), await register()];
    const statuses = (await Promise.all(devices.map(removeDevice))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
    expect((await reopen()).passkeys()).toHaveLength(1);
  });

  test('a passkey is refused when replayed, from another origin or without verification', async () => {
    const { passkey } = await register();
    const { response } = await signInWith(passkey);
    const refused = [
      await post('/api/sign-in', response),
      await signInWith(passkey, 'https://werktafel.example'),
      await signInWith(passkey, desk.origin, 0x01),
      await signInWith(new TestAuthenticator()),
      await post('/api/sign-in', { id: 3 }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  });

  test('a passkey is refused with a challenge that is five minutes old', async () => {
    const { passkey } = await register();
    const { body } = await post('/api/sign-in/options', {});
    const response = passkey.signIn(body.challenge, desk.origin);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5 * 60_001);
    expect((await post('/api/sign-in', response)).status).toBe(401);
  });
});

describe('a link', () => {
  test('registering a passkey uses the link up, requesting the options does not', async () => {
    const { passkey, secret, response, status } = await register();
    expect(status).toBe(200);
    expect((await post('/api/passkeys', { secret, name: '', response })).status).toBe(401);
    expect((await post('/api/passkeys/options', { secret })).status).toBe(401);
    const { body } = await post('/api/sign-in/options', {});
    const other = new TestAuthenticator().register(body.challenge, desk.origin);
    expect((await post('/api/passkeys', { secret, name: '', response: other })).status).toBe(401);
    expect((await signInWith(passkey)).status).toBe(200);
  });

  test('a link survives an invalid response and registers one of two concurrent devices', async () => {
    const secret = await newLink();
    const registerFrom = async (origin: string) => {
      const { body } = await post('/api/passkeys/options', { secret });
      const response = new TestAuthenticator().register(body.challenge, origin);
      return () => post('/api/passkeys', { secret, name: '', response });
    };
    const wrong = await registerFrom('https://werktafel.example');
    expect((await wrong()).status).toBe(401);
    const tries = [await registerFrom(desk.origin), await registerFrom(desk.origin)];
    const responses = await Promise.all(tries.map((send) => send()));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('a link works again, once, after its passkey could not be written', async () => {
    const secret = await newLink();
    const registerOnce = async () => {
      const passkey = new TestAuthenticator();
      const { body } = await post('/api/passkeys/options', { secret });
      const response = passkey.register(String(body.challenge), desk.origin);
      return { passkey, ...(await post('/api/passkeys', { secret, name: '', response })) };
    };
    const failed = await whileUnwritable(registerOnce);
    expect(failed.status).toBe(500);
    expect((await signInWith(failed.passkey)).status).toBe(401);
    expect((await reopen()).passkeys()).toEqual([]);
    const { status, cookie, passkey } = await registerOnce();
    expect([status, await statusWith(cookie)]).toEqual([200, 200]);
    expect((await signInWith(passkey)).status).toBe(200);
    expect((await registerOnce()).status).toBe(401);
    expect((await reopen()).passkeys()).toHaveLength(1);
  });

  test('a link that was used stays spent after a restart', async () => {
    const { secret } = await register();
    expect(await (await reopen()).isLinkValid(secret)).toBe(false);
    expect(await (await reopen()).isLinkValid(await newLink())).toBe(true);
  });

  test('a link expires after 30 minutes and is not on disk', async () => {
    const secret = await newLink();
    const stored = await readFile(join(desk.folders.deskDir, 'link.json'), 'utf8');
    expect(stored).not.toContain(secret);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 60_000 });
    expect((await post('/api/passkeys/options', { secret })).status).toBe(401);
  });
});

test('the token of a desk on this machine works once', async () => {
  const opened = await post('/api/sign-in/token', { token: desk.token });
  expect([opened.status, await statusWith(opened.cookie)]).toEqual([200, 200]);
  expect((await post('/api/sign-in/token', { token: desk.token })).status).toBe(401);
  expect((await post('/api/sign-in/token', {})).status).toBe(401);
});

test('the token of a desk on this machine works after its session could not be written', async () => {
  const openSession = () => post('/api/sign-in/token', { token: desk.token });
  expect((await whileUnwritable(openSession)).status).toBe(500);
  expect((await openSession()).status).toBe(200);
});

test('a link alone does not sign in on a server', async () => {
  await desk.close();
  desk = await openTestDesk({ contentDir: FIXTURE_CONTENT_DIR, isLocal: false });
  expect((await post('/api/sign-in/token', { token: await newLink() })).status).toBe(401);
});

test('signing out ends that session only', async () => {
  const [first, second] = [(await register()).cookie, (await register()).cookie];
  const headers = { cookie: first.split(';')[0] ?? '' };
  expect((await post('/api/sign-out', {}, headers)).status).toBe(200);
  expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200]);
});

test('a session ends after 30 days', async () => {
  expect(await statusWith(desk.cookie)).toBe(200);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 24 * 3_600_000 });
  expect(await statusWith(desk.cookie)).toBe(401);
});

test('repeated failed sign-ins are rate-limited', async () => {
  const statuses = [];
  for (let i = 0; i < 30; i++) {
    statuses.push((await post('/api/sign-in/token', { token: `x${i}` })).status);
  }
  expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
  expect(statuses.at(-1)).toBe(429);
});

test('a damaged file of passkeys is not taken for an empty one', async () => {
  const { deskDir } = desk.folders;
  await register();
  await writeFile(join(deskDir, 'access.json'), '{"passkeys":[');
  await expect(openAccess(deskDir)).rejects.toThrow('access.json is damaged');
});

describe('without a session', () => {
  test.each([
    ...['/api/content', '/api/state', '/api/passkeys', '/api/enquiries/received'],
    ...['/enquiries.csv', '/files/menu-du-mois.pdf', '/photos/nuage-12345678-full-320.webp'],
    ...['/assets/app.js', '/index.html', '/sign-in/../index.html'],
    ...['/sign-in/..%2findex.html', '/%73ign-in/index.html', '/api/sess%69on/../content'],
  ])('without a session %s is refused', async (path) => {
    const { status, text } = await get(path);
    expect([401, 403, 404]).toContain(status);
    expect(text).not.toMatch(/app\.js|index\.html|pages/);
  });

  test.each([
    ...['PUT /api/content', 'POST /api/publish', 'DELETE /api/uploads/photos%2Fnuage.jpg'],
    ...['POST /api/test-mail', 'POST /api/sign-out', 'DELETE /api/enquiries/1'],
  ])('without a session the call %s is refused', async (call) => {
    const [method = '', path = ''] = call.split(' ');
    const headers = { cookie: 'desk-0=x', 'content-type': 'application/json' };
    const { status } = await desk.request(path, { method, headers, body: '{}' });
    expect(status).toBe(401);
  });

  test('without a session every page is the sign-in page, and its files are served', async () => {
    expect((await get('/')).text).toBe('sign-in/index.html');
    expect((await get('/paginas/home')).text).toBe('sign-in/index.html');
    for (const path of ['sign-in/assets/sign-in.js', 'app.webmanifest', 'icon.svg']) {
      expect((await get(`/${path}`)).text).toBe(path);
    }
  });
});

test.each([
  ['another origin', 'https://evil.example'],
  ['no origin', ''],
  ['an opaque origin', 'null'],
  ['the same host by another scheme', 'https://localhost'],
])('a call with %s is refused, even with a session', async (_, origin) => {
  const { status } = await post('/api/publish', {}, { cookie: desk.cookie, origin });
  expect(status).toBe(403);
});

test.each(['evil.example', '127.0.0.1', 'localhost', 'localhost:1'])(
  'the host name %s is refused, even with a session',
  async (host) => {
    expect((await get('/', { host })).status).toBe(403);
    expect((await get('/api/content', { host, cookie: desk.cookie })).status).toBe(403);
  },
);

test('the policy forbids inline scripts and framing by other sites', async () => {
  const { headers } = await desk.request('/');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|\*|http:/);
  expect(policy).toContain("frame-ancestors 'self'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('no-store');
});

/** `fetch` would resolve the dots of a path, and sets its own Host. */
function get(path: string, headers: Record<string, string> = {}) {
  const options = { host: 'localhost', port: new URL(desk.origin).port, path, headers };
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = http.get(options, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, text });
    });
    request.on('error', reject);
  });
}
