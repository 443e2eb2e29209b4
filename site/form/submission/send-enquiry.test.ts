import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sendEnquiry, xsrfHeader } from './send-enquiry.ts';

const submission = {
  id: '3f1c2d4e-0000-4000-8000-000000000000',
  values: { name: 'Zoë' },
  captchaResult: 'easy',
};
const options = { api: { base: '/api', slug: 'maanzaad' }, locale: 'nl-BE' };

type Stub = number | 'no network' | 'silence' | Response;

/** An attempt, and when it was made. */
interface Call {
  atMs: number;
  url: string;
  init: RequestInit;
}

const later = (status: number, retryAfter: string) =>
  new Response(null, { status, headers: { 'Retry-After': retryAfter } });
const harder = (challenge: object) =>
  Response.json({ type: '/problems/captcha-too-easy', challenge }, { status: 422 });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', { cookie: 'a=b; XSRF-TOKEN=secret-token; c=d' });
});

/** A server that gives these responses in order, at once or after a delay. */
function respondWith(stubs: (Stub | { afterMs: number; status: number })[]) {
  const calls: Call[] = [];
  const startMs = performance.now();
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    calls.push({ atMs: performance.now() - startMs, url, init });
    const stub = stubs[calls.length - 1] ?? 'no network';
    return new Promise<Response>((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      if (stub === 'silence') return;
      if (stub === 'no network') reject(new TypeError('Failed to fetch'));
      else if (stub instanceof Response) resolve(stub);
      else if (typeof stub === 'number') resolve(new Response(null, { status: stub }));
      else {
        const { afterMs, status } = stub;
        setTimeout(() => resolve(new Response(null, { status })), afterMs);
      }
    });
  });
  return calls;
}

/** Sends, runs all timers, and returns the outcome and its time. */
async function outcomeOf(
  signal = new AbortController().signal,
  solve?: Parameters<typeof sendEnquiry>[3],
) {
  const startMs = performance.now();
  const sent = sendEnquiry(submission, options, signal, solve).then((outcome) => ({
    outcome,
    endedAtMs: performance.now() - startMs,
  }));
  await vi.runAllTimersAsync();
  return sent;
}

test.each([202, 200, 201, 204])(
  'a response with status %d means that the enquiry is accepted',
  async (status) => {
    const calls = respondWith([status]);
    expect(await outcomeOf()).toMatchObject({ outcome: 'accepted' });
    expect(calls).toHaveLength(1);
  },
);

test.each([400, 401, 403, 404, 409, 413, 415, 422, 500, 501, 301])(
  'a response with status %d is a refusal, and the enquiry is not sent again',
  async (status) => {
    const calls = respondWith([status, 202]);
    expect(await outcomeOf()).toMatchObject({ outcome: 'refused' });
    expect(calls).toHaveLength(1);
  },
);

test.each(['no network', 429, 502, 503, 504] as const)('%s is retried', async (stub) => {
  const calls = respondWith([stub, stub, 202]);
  expect(await outcomeOf()).toMatchObject({ outcome: 'accepted' });
  expect(calls.map(({ atMs }) => atMs)).toEqual([0, 1_000, 6_000]);
});

test('three failed attempts are refused', async () => {
  const calls = respondWith(['no network', 503, 'no network', 202]);
  expect(await outcomeOf()).toMatchObject({ outcome: 'refused' });
  expect(calls).toHaveLength(3);
});

describe('a late response', () => {
  test('a late response is used although the next attempt has started, which is aborted', async () => {
    const calls = respondWith([{ afterMs: 9_000, status: 202 }, 'silence', 'silence']);
    expect(await outcomeOf()).toEqual({ outcome: 'accepted', endedAtMs: 9_000 });
    expect(calls.map(({ atMs }) => atMs)).toEqual([0, 8_000]);
    expect(calls[1]?.init.signal?.aborted).toBe(true);
  });

  test('a late response is ignored after an earlier response or refusal', async () => {
    respondWith(['silence', { afterMs: 500, status: 202 }]);
    expect(await outcomeOf()).toEqual({ outcome: 'accepted', endedAtMs: 8_500 });
    respondWith([{ afterMs: 9_000, status: 202 }, 409]);
    expect(await outcomeOf()).toEqual({ outcome: 'refused', endedAtMs: 8_000 });
  });

  test('a late response is awaited while other attempts fail', async () => {
    const calls = respondWith([{ afterMs: 19_000, status: 202 }, 503, 'no network']);
    expect(await outcomeOf()).toEqual({ outcome: 'accepted', endedAtMs: 19_000 });
    expect(calls).toHaveLength(3);
  });

  test('a late response is awaited when a later attempt must wait too long', async () => {
    respondWith([{ afterMs: 12_000, status: 202 }, later(503, '60')]);
    expect(await outcomeOf()).toEqual({ outcome: 'accepted', endedAtMs: 12_000 });
  });

  test('a response that never comes is a refusal after 20 s and three attempts', async () => {
    const calls = respondWith(['silence', 'silence', 'silence']);
    expect(await outcomeOf()).toEqual({ outcome: 'refused', endedAtMs: 20_000 });
    expect(calls.map(({ atMs }) => atMs)).toEqual([0, 8_000, 16_000]);
  });
});

test('every attempt has the same id and body and the CSRF header', async () => {
  const calls = respondWith(['no network', 503, 202]);
  await outcomeOf();
  expect(calls).toHaveLength(3);
  for (const { url, init } of calls) {
    expect(url).toBe('/api/mail/maanzaad');
    expect(init.method).toBe('POST');
    const body = JSON.parse(String(init.body));
    expect(body).toEqual({ name: 'Zoë', token: 'easy', recaptcha: 'easy' });
    expect(init.headers).toEqual({
      'Content-Type': 'application/json',
      'Idempotency-Key': submission.id,
      'X-XSRF-TOKEN': 'secret-token',
    });
  }
});

test.each([
  ['7', 7_000],
  [' 7 ', 7_000],
  [new Date(7_000).toUTCString(), 1_000],
  ['straks', 1_000],
])('sending is retried after Retry-After: %j', async (retryAfter, waitMs) => {
  vi.setSystemTime(0);
  const calls = respondWith([later(503, retryAfter), 202]);
  expect(await outcomeOf()).toMatchObject({ outcome: 'accepted' });
  expect(calls[1]?.atMs).toBe(waitMs);
});

test('sending does not wait for a retry later than 20 s', async () => {
  const calls = respondWith([later(429, '20'), 202]);
  expect(await outcomeOf()).toEqual({ outcome: 'refused', endedAtMs: 0 });
  expect(calls).toHaveLength(1);
});

test('sending is retried at once when the browser comes back online', async () => {
  const calls = respondWith(['no network', 202]);
  const sent = outcomeOf();
  await Promise.resolve();
  setTimeout(() => window.dispatchEvent(new Event('online')), 100);
  expect(await sent).toMatchObject({ outcome: 'accepted', endedAtMs: 100 });
  expect(calls).toHaveLength(2);
});

test('an abort ends the current attempt and prevents the next', async () => {
  for (const stub of ['silence', 503] as const) {
    const calls = respondWith([stub, 202]);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 500);
    expect(await outcomeOf(controller.signal)).toEqual({ outcome: 'refused', endedAtMs: 500 });
    expect(calls).toHaveLength(1);
  }
});

describe('a harder challenge', () => {
  const solve = async (challenge: object) => `solved ${Reflect.get(challenge, 'puzzle')}`;

  test('a harder challenge is solved each time, and the same enquiry is sent again', async () => {
    const calls = respondWith([harder({ puzzle: 'a' }), 503, harder({ puzzle: 'b' }), 202]);
    expect(await outcomeOf(undefined, solve)).toMatchObject({ outcome: 'accepted' });
    const bodies = calls.map(({ init }) => JSON.parse(String(init.body)));
    const tokens = ['easy', 'solved a', 'solved a', 'solved b'];
    expect(bodies).toEqual(tokens.map((token) => ({ name: 'Zoë', token, recaptcha: token })));
    const ids = calls.map(({ init }) => new Headers(init.headers).get('Idempotency-Key'));
    expect(new Set(ids)).toEqual(new Set([submission.id]));
  });

  test('a challenge that never ends or cannot be solved is a refusal', async () => {
    respondWith(Array.from({ length: 50 }, () => harder({ puzzle: 'a' })));
    expect(await outcomeOf(undefined, solve)).toMatchObject({ outcome: 'refused' });
    respondWith([harder({ puzzle: 'a' }), 202]);
    const fail = () => Promise.reject(new Error('no workers'));
    expect(await outcomeOf(undefined, fail)).toMatchObject({ outcome: 'refused' });
  });
});

test.each([
  ['/api', 'x=1; XSRF-TOKEN=abc=; y=2', { 'X-XSRF-TOKEN': 'abc=' }],
  ['/api', '', {}],
  ['/api', 'xsrf-token=abc', {}],
  ['/api', 'OTHER-XSRF-TOKEN=abc', {}],
  ['https://elders.example/api', 'XSRF-TOKEN=abc', {}],
  ['//elders.example/api', 'XSRF-TOKEN=abc', {}],
])('the CSRF header for base %s with cookies %j is %j', (base, cookies, header) => {
  expect(xsrfHeader(base, cookies)).toEqual(header);
});
