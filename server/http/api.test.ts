import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_LENGTH } from '../../enquiry/enquiry.ts';
import { publishTestRelease, TEST_RELEASE } from '../../tests/support/content/test-release.ts';
import {
  type ApiCall,
  bodyOf,
  ENQUIRY,
  expectProblem,
  postTo,
} from '../../tests/support/requests/api-calls.ts';
import { getRaw, portOf, sendRaw } from '../../tests/support/requests/raw-http.ts';
import {
  openSharedSite,
  openTestSite,
  solve,
  type TestSite,
} from '../../tests/support/servers/test-site.ts';

const MAX_BYTES = 32 * 1024;
const idempotencyKey = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

let site: TestSite;
beforeAll(async () => {
  site = await openSharedSite();
});
afterAll(() => site.close());

const post = (payload: unknown, call: ApiCall = {}, of = site) => postTo(of, payload, call);
const mailCount = async (of: TestSite) =>
  (await of.store.listEnquiries({ limit: 1000 })).flatMap(({ mails }) => mails).length;

describe('GET /api/status', () => {
  test('the status is ‘ok’ while an enquiry could be stored', async () => {
    const response = await site.app.inject('/api/status');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).toBe('status ok');
  });

  test('the status sets the CSRF cookie once per browser', async () => {
    const first = await site.app.inject('/api/status');
    const cookie = String(first.headers['set-cookie']);
    expect(cookie).toMatch(/^XSRF-TOKEN=[\w-]{22}; Path=\/; SameSite=Strict$/);
    const statusWith = (cookie: string) =>
      site.app.inject({ url: '/api/status', headers: { cookie } });
    const again = await statusWith(`a=b; ${cookie.split(';')[0]}`);
    expect(again.headers['set-cookie']).toBeUndefined();
    const other = await statusWith('XSRF-TOKEN=not-ours');
    expect(other.headers['set-cookie']).toMatch(/^XSRF-TOKEN=/);
  });

  test.each(['https', 'HTTPS', 'wss', 'http, https'])(
    'the CSRF cookie is Secure behind a proxy that calls TLS %s',
    async (protocol) => {
      const behind = await openTestSite({ env: { TRUST_PROXY: '127.0.0.1/32' } });
      const headers = { 'x-forwarded-proto': protocol };
      const response = await behind.app.inject({ url: '/api/status', headers });
      expect(response.headers['set-cookie']).toMatch(/; Secure(?:;|$)/);
    },
  );

  test('the status is 503 while no enquiry can be stored, and recovers', async () => {
    let isBroken = true;
    const broken = await openTestSite({
      wrapStore: (store) => ({
        ...store,
        checkWritable: () =>
          isBroken ? Promise.reject(new Error('disk full')) : Promise.resolve(),
      }),
    });
    const response = await broken.app.inject('/api/status');
    expectProblem(response, 'cannot-store');
    expect(response.headers['retry-after']).toBe('10');
    const { headers } = await site.app.inject('/api/status');
    expect(response.headers['x-release']).toBe(headers['x-release']);
    isBroken = false;
    const isBack = () => broken.app.inject('/api/status').then(({ statusCode }) => statusCode);
    await expect.poll(isBack, { interval: 500 }).toBe(200);
  });
});

test('GET /api/alive responds while the disk is full, and writes nothing', async () => {
  const broken = await openTestSite({
    wrapStore: (store) => ({ ...store, checkWritable: () => Promise.reject(new Error('full')) }),
  });
  const response = await broken.app.inject('/api/alive');
  expect([response.statusCode, response.body]).toEqual([200, 'alive']);
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.headers['set-cookie']).toBeUndefined();
});

describe('GET /api/captcha/challenge', () => {
  test('each caller gets another challenge, which must not be cached', async () => {
    const [first, second] = await Promise.all([
      site.app.inject('/api/captcha/challenge'),
      site.app.inject('/api/captcha/challenge'),
    ]);
    expect(first.json().parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256' });
    expect(first.json().parameters.nonce).not.toBe(second.json().parameters.nonce);
    expect(first.headers['cache-control']).toBe('no-store');
  });

  test('the address of challenges is 404 when a provider makes them', async () => {
    const other = await openTestSite({ captcha: { verify: async () => ({ kind: 'refused' }) } });
    expectProblem(await other.app.inject('/api/captcha/challenge'), 'unknown-address');
  });
});

describe('one network address', () => {
  const remoteAddress = '192.0.2.7';

  test.each([
    ['challenges', { method: 'GET', url: '/api/captcha/challenge' }, 200],
    ['enquiries', { method: 'POST', url: '/api/mail/maanzaad', payload: {} }, 422],
  ] as const)(
    'one network address gets 429 with Retry-After after too many %s; others are served',
    async (_, call, status) => {
      const crowd = await openTestSite();
      const ask = (from: string) => crowd.app.inject({ ...call, remoteAddress: from });
      for (let i = 0; i < 300; i += 1) expect((await ask(remoteAddress)).statusCode).toBe(status);
      const refused = await ask(remoteAddress);
      expectProblem(refused, 'too-many');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
      expect((await ask('192.0.2.8')).statusCode).toBe(status);
      expect((await crowd.app.inject({ url: '/api/status', remoteAddress })).statusCode).toBe(200);
    },
  );

  test('one network address has twice the captcha work after 20 enquiries, and its mails leave last', async () => {
    const crowd = await openTestSite();
    const send = async (body: object) =>
      crowd.app.inject({ method: 'POST', url: '/api/mail/maanzaad', payload: body, remoteAddress });
    const first = await bodyOf(crowd);
    for (let i = 0; i < 20; i += 1) {
      const response = await send(await bodyOf(crowd, { email: `a${i}@example.org` }));
      expect(response.statusCode).toBe(202);
    }
    const easy = await send(first);
    expectProblem(easy, 'captcha-too-easy', { field: 'token' });
    const token = await solve(easy.json().challenge);
    expect((await send({ ...first, token, recaptcha: token })).statusCode).toBe(202);
    // From the sixth enquiry of a network on, another visitor's mails are sent before its own.
    expect((await post(await bodyOf(crowd, { name: 'Later' }), {}, crowd)).statusCode).toBe(202);
    const names = [];
    for (let i = 0; i < 12; i += 1)
      names.push((await crowd.store.claimMail(Date.now()))?.fields.name);
    expect(names).toContain('Later');
  });
});

describe('a proxy', () => {
  const callFrom = (of: TestSite, remoteAddress: string, forwarded: string) =>
    of.app.inject({ url: '/home', remoteAddress, headers: { 'x-forwarded-for': forwarded } });
  const warnings = (of: TestSite) =>
    of.logLines.filter((line) => line.includes('TRUST_PROXY')).map((line) => JSON.parse(line).peer);

  test('a proxy that TRUST_PROXY lacks is named once in the log; a trusted one never is', async () => {
    const behind = await openTestSite({ env: { TRUST_PROXY: '10.1.0.0/16' } });
    for (let i = 0; i < 3; i += 1) {
      await callFrom(behind, '10.99.99.2', `192.0.2.${i}`);
      await callFrom(behind, '::ffff:172.17.0.1', '192.0.2.1');
      await callFrom(behind, '10.1.2.3', '192.0.2.1');
    }
    expect(warnings(behind)).toEqual(['10.99.99.2', '172.17.0.1']);
  });

  test('a proxy with a public address is named by its network, because it may be a visitor', async () => {
    const open = await openTestSite();
    await callFrom(open, '198.51.100.77', '192.0.2.1');
    await callFrom(open, '2001:db8:1:2:3::4', '192.0.2.1');
    expect(warnings(open)).toEqual(['198.51.100.0/24', '2001:db8:1::/48']);
    expect(open.logLines.join('')).not.toMatch(/198\.51\.100\.77|192\.0\.2\.1|:3::4/);
  });
});

test('one call uses one release, also when another is published meanwhile', async () => {
  const changing = await openTestSite();
  const port = await portOf(changing.app);
  const body = JSON.stringify(await bodyOf(changing));
  const socket = connect(port, '127.0.0.1');
  let response = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    response += chunk;
  });
  socket.write(
    `POST /api/mail/maanzaad HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`,
  );
  // The headers have been read when a later request gets its response.
  await fetch(`http://127.0.0.1:${port}/home`);
  const next = { ...TEST_RELEASE, id: '20990101T000000-later', siteUrl: 'https://later.example' };
  await publishTestRelease(changing.siteDir, next);
  const releaseOf = async () =>
    (await changing.app.inject('/api/status')).headers['x-release'] as string;
  await expect.poll(releaseOf).toBe(next.id);
  socket.write(body);
  await once(socket, 'close');
  expect(response).toMatch(/^HTTP\/1\.1 202 /);
  const [enquiry] = await changing.store.listEnquiries();
  expect(enquiry?.mails[0]?.messageId).toMatch(/@maanzaad\.example>$/);
});

describe('POST /api/mail/{slug}', () => {
  test('an enquiry is stored with its two mails and gets 202, then the outbox wakes', async () => {
    const before = await mailCount(site);
    const wakes = site.wakes();
    const response = await post(await bodyOf(site, { email: 'two-mails@example.org' }));
    expect([response.statusCode, response.body]).toEqual([202, '']);
    expect(await mailCount(site)).toBe(before + 2);
    expect(site.wakes()).toBe(wakes + 1);
  });

  test.each([
    ['a text that is not JSON', 'dag'],
    ['an empty body', ''],
    ['an array', '[]'],
    ['a string', '"dag"'],
    ['null', 'null'],
    ['half a body', '{"email":'],
    ['a body that is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['a body with a byte order mark', '\ufeff{}'],
  ])('%s is refused with 400', async (_what, payload) => {
    expectProblem(await post(payload), 'malformed');
  });

  test('an idempotency key that is not a UUID is refused with 400', async () => {
    const response = await post(await bodyOf(site), { headers: { 'idempotency-key': 'abc' } });
    expectProblem(response, 'malformed');
  });

  test('another slug and an unknown address get 404', async () => {
    expectProblem(await post({}, { slug: 'others' }), 'unknown-address');
    for (const url of ['/api', '/api/', '/api/nothing', '/api/mail', '/api/status/', '/api/%ff']) {
      expectProblem(await site.app.inject(url), 'unknown-address');
    }
    const raw = await getRaw(site.app, '/api/%ff', 'POST');
    expect([raw.status, raw.headers['content-type']]).toEqual([404, 'application/problem+json']);
  });

  test.each([
    ['/api/mail/maanzaad', 'POST', ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']],
    ['/api/status', 'GET, HEAD', ['POST', 'PUT', 'DELETE', 'OPTIONS']],
    ['/api/captcha/challenge', 'GET, HEAD', ['POST', 'DELETE']],
  ] as const)(
    '%s takes %s only, and refuses other methods with 405',
    async (url, allowed, methods) => {
      for (const method of methods) {
        const response = await site.app.inject({ method, url });
        expect([method, response.statusCode, response.headers.allow]).toEqual([
          method,
          405,
          allowed,
        ]);
        if (method !== 'HEAD') expectProblem(response, 'wrong-method');
      }
    },
  );

  test('an idempotency key with another body is refused with 409', async () => {
    const headers = { 'idempotency-key': idempotencyKey(3) };
    const body = await bodyOf(site, { email: 'other-body@example.org' });
    expect((await post(body, { headers })).statusCode).toBe(202);
    expectProblem(await post({ ...body, message: 'Anders' }, { headers }), 'other-body');
  });

  test('a repeat under the same idempotency key gets 202, whatever its captcha', async () => {
    const headers = { 'idempotency-key': idempotencyKey(5) };
    const body = await bodyOf(site, { email: 'taken-back@example.org' });
    expect((await post(body, { headers })).statusCode).toBe(202);
    const before = await mailCount(site);
    expect((await post(body, { headers })).statusCode).toBe(202);
    const again = await bodyOf(site, { email: 'taken-back@example.org' });
    expect(again.token).not.toBe(body.token);
    const keysInAnotherOrder = Object.fromEntries(Object.entries(again).toReversed());
    expect((await post(keysInAnotherOrder, { headers })).statusCode).toBe(202);
    const made = { token: 'made up', recaptcha: 'made up' };
    expect((await post({ ...body, ...made }, { headers })).statusCode).toBe(202);
    expect(await mailCount(site)).toBe(before);
  });

  test('a body over 32 KiB is refused with 413, with or without a Content-Length', async () => {
    const large = JSON.stringify({ ...ENQUIRY, message: 'x'.repeat(MAX_BYTES) });
    expectProblem(await post(large), 'too-large');
    const chunk = `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`;
    const raw = await sendRaw(
      site.app,
      `POST /api/mail/maanzaad HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk}`,
    );
    expect(raw.status).toBe(413);
  });

  test('a body of exactly 32 KiB is validated', async () => {
    const text = JSON.stringify({ email: '' });
    const padded = text.replace('{', `{${' '.repeat(MAX_BYTES - text.length)}`);
    expectProblem(await post(padded), 'invalid-field');
    expectProblem(await post(`${padded} `), 'too-large');
  });

  test.each([
    ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'],
    ...['application/json; charset=latin1', 'application/jsonp', 'application/json, text/plain'],
    '',
  ])('the content type ‘%s’ is refused with 415', async (type) => {
    expectProblem(await post('{}', { headers: { 'content-type': type } }), 'not-json');
  });

  test('a compressed body, which could unpack to anything, is refused with 415', async () => {
    expectProblem(await post('{}', { headers: { 'content-encoding': 'gzip' } }), 'not-json');
  });

  test('a charset of UTF-8 is accepted in any spelling', async () => {
    const headers = { 'content-type': 'Application/JSON;charset="UTF-8"' };
    expectProblem(await post({}, { headers }), 'invalid-field');
  });

  test.each([
    ['email', 'emailRequired', { email: '' }],
    ['email', 'emailInvalid', { email: 'a@b.be\r\nBcc: c@d.be' }],
    ['name', 'charactersInvalid', { name: 'Zoë\r\nBcc: x@y.be' }],
    ['message', 'tooLong', { message: 'x'.repeat(MAX_LENGTH.text + 1) }],
    ['date', 'dateInvalid', { date: '31-2-2027' }],
    ['personCount', 'countInvalid', { personCount: '12' }],
    ['token', 'captchaRequired', { token: '' }],
    ['recaptcha', 'captchaRequired', { recaptcha: 'other' }],
    ['subject', 'unknownField', { subject: 'x' }],
    ['constructor', 'unknownField', { constructor: 1 }],
    ['__proto__', 'unknownField', JSON.parse('{"__proto__":1}')],
  ] as const)(
    'a refusal with 422 names the field %s and says %s',
    async (field, detail, fields) => {
      const response = await post({ ...ENQUIRY, token: 'x', recaptcha: 'x', ...fields });
      expectProblem(response, 'invalid-field', { field, detail });
    },
  );

  test('nesting as deep as the body allows is refused with 422', async () => {
    const depth = 7000;
    const nested = `{"email":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expectProblem(await post(nested), 'invalid-field');
  });

  test('a captcha that was not solved, or was spent, is refused with 422', async () => {
    const before = await mailCount(site);
    expectProblem(await post({ ...ENQUIRY, token: 'x', recaptcha: 'x' }), 'captcha-refused', {
      field: 'token',
    });
    expect(await mailCount(site)).toBe(before);
    const body = await bodyOf(site, { email: 'spent@example.org' });
    expect((await post(body)).statusCode).toBe(202);
    expectProblem(await post({ ...body, name: 'Iemand anders' }), 'captcha-refused');
  });

  test('an enquiry gets 503 while the store is unavailable, and its repeat after that is accepted', async () => {
    let isBroken = true;
    const broken = await openTestSite({
      wrapStore: (store) => ({
        ...store,
        storeEnquiry: (enquiry) =>
          isBroken ? Promise.reject(new Error('locked')) : store.storeEnquiry(enquiry),
      }),
    });
    const body = await bodyOf(broken);
    const call = { headers: { 'idempotency-key': idempotencyKey(4) } };
    const response = await post(body, call, broken);
    expectProblem(response, 'cannot-store');
    // A form that is opened now shows the phone number.
    expect((await broken.app.inject('/api/status')).statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('10');
    isBroken = false;
    expect((await post(body, call, broken)).statusCode).toBe(202);
    expect(await mailCount(broken)).toBe(2);
  });

  test('an enquiry gets 503 while the captcha provider gives no usable response, which is logged', async () => {
    const reason = 'hcaptcha gave no usable response';
    const away = await openTestSite({
      captcha: { verify: async () => ({ kind: 'unreachable', reason }) },
    });
    const response = await post({ ...ENQUIRY, token: 'x', recaptcha: 'x' }, {}, away);
    expectProblem(response, 'cannot-store');
    expect(response.headers['retry-after']).toBe('10');
    expect(await mailCount(away)).toBe(0);
    expect(away.logLines.join('')).toContain(`"reason":"${reason}"`);
  });
});
