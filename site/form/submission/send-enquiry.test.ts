import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sendEnquiry, xsrfHeader } from './send-enquiry.ts';

const submission = {
  id: '3f1c2d4e-0000-4000-8000-000000000000',
  body: JSON.stringify({ name: 'Zoë', token: 'easy', recaptcha: 'easy' }),
};
const api = { base: '/api', slug: 'maanzaad' };

type Answer = number | 'no network' | 'silence' | Response;

/** A try, with the moment it began. */
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
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server that gives these answers one after the other, at once or after so many milliseconds. */
function answering(answers: (Answer | { afterMs: number; status: number })[]) {
  const calls: Call[] = [];
  const startMs = performance.now();
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    calls.push({ atMs: performance.now() - startMs, url, init });
    const answer = answers[calls.length - 1] ?? 'no network';
    return new Promise<Response>((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      if (answer === 'silence') return;
      if (answer === 'no network') reject(new TypeError('Failed to fetch'));
      else if (answer instanceof Response) resolve(answer);
      else if (typeof answer === 'number') resolve(new Response(null, { status: answer }));
      else {
        const { afterMs, status } = answer;
        setTimeout(() => resolve(new Response(null, { status })), afterMs);
      }
    });
  });
  return calls;
}

/** Sends, lets time pass, and says what came of it and when. */
async function outcomeOf(
  signal = new AbortController().signal,
  solve?: Parameters<typeof sendEnquiry>[3],
) {
  const startMs = performance.now();
  const sent = sendEnquiry(submission, api, signal, solve).then((outcome) => ({
    outcome,
    endedAtMs: performance.now() - startMs,
  }));
  await vi.runAllTimersAsync();
  return sent;
}

test.each([202, 200, 201, 204])('%d is accepted', async (status) => {
  const calls = answering([status]);
  expect(await outcomeOf()).toMatchObject({ outcome: 'accepted' });
  expect(calls).toHaveLength(1);
});

test.each([400, 401, 403, 404, 409, 413, 415, 422, 500, 501, 301])(
  '%d is refused, and not repeated',
  async (status) => {
    const calls = answering([status, 202]);
    expect(await outcomeOf()).toMatchObject({ outcome: 'refused' });
    expect(calls).toHaveLength(1);
  },
);

test.each(['no network', 429, 502, 503, 504] as const)('%s is tried again', async (answer) => {
  const calls = answering([answer, answer, 202]);
  expect(await outcomeOf()).toMatchObject({ outcome: 'accepted' });
  expect(calls.map(({ atMs }) => atMs)).toEqual([0, 1_000, 6_000]);
});

test('three failed tries are refused', async () => {
  const calls = answering(['no network', 503, 'no network', 202]);
  expect(await outcomeOf()).toMatchObject({ outcome: 'refused' });
  expect(calls).toHaveLength(3);
});

describe('an answer that is late', () => {
  test('counts, though the next try has begun beside it, and ends that one', async () => {
    const calls = answering([{ afterMs: 9_000, status: 202 }, 'silence', 'silence']);
    expect(await outcomeOf()).toEqual({ outcome: 'accepted', endedAtMs: 9_000 });
    expect(calls.map(({ atMs }) => atMs)).toEqual([0, 8_000]);
    expect(calls[1]?.init.signal?.aborted).toBe(true);
  });

  test('loses to one that comes before it, a refusal too', async () => {
    answering(['silence', { afterMs: 500, status: 202 }]);
    expect(await outcomeOf()).toEqual({ outcome: 'accepted', endedAtMs: 8_500 });
    answering([{ afterMs: 9_000, status: 202 }, 409]);
    expect(await outcomeOf()).toEqual({ outcome: 'refused', endedAtMs: 8_000 });
  });

  test('is waited for while others fail', async () => {
    const calls = answering([{ afterMs: 19_000, status: 202 }, 503, 'no network']);
    expect(await outcomeOf()).toEqual({ outcome: 'accepted', endedAtMs: 19_000 });
    expect(calls).toHaveLength(3);
  });

  test('that never comes is refused at 20 s, after three tries', async () => {
    const calls = answering(['silence', 'silence', 'silence']);
    expect(await outcomeOf()).toEqual({ outcome: 'refused', endedAtMs: 20_000 });
    expect(calls.map(({ atMs }) => atMs)).toEqual([0, 8_000, 16_000]);
  });
});

test('every try has the same id and bytes, and the anti-forgery header', async () => {
  const calls = answering(['no network', 503, 202]);
  await outcomeOf();
  expect(calls).toHaveLength(3);
  for (const { url, init } of calls) {
    expect(url).toBe('/api/mail/maanzaad');
    expect(init).toMatchObject({ method: 'POST', body: submission.body });
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
])('waits as long as the server asks: %j', async (retryAfter, waitMs) => {
  vi.setSystemTime(0);
  const calls = answering([later(503, retryAfter), 202]);
  expect(await outcomeOf()).toMatchObject({ outcome: 'accepted' });
  expect(calls[1]?.atMs).toBe(waitMs);
});

test('does not wait for a try that would come after 20 s', async () => {
  const calls = answering([later(429, '20'), 202]);
  expect(await outcomeOf()).toEqual({ outcome: 'refused', endedAtMs: 0 });
  expect(calls).toHaveLength(1);
});

test('tries at once when the browser comes back online', async () => {
  const calls = answering(['no network', 202]);
  const sent = outcomeOf();
  await Promise.resolve();
  setTimeout(() => window.dispatchEvent(new Event('online')), 100);
  expect(await sent).toMatchObject({ outcome: 'accepted', endedAtMs: 100 });
  expect(calls).toHaveLength(2);
});

test('an abort ends a try that hangs, and one that would come', async () => {
  for (const answer of ['silence', 503] as const) {
    const calls = answering([answer, 202]);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 500);
    expect(await outcomeOf(controller.signal)).toEqual({ outcome: 'refused', endedAtMs: 500 });
    expect(calls).toHaveLength(1);
  }
});

describe('when the server asks for more work', () => {
  const solve = async (challenge: object) => `solved ${Reflect.get(challenge, 'puzzle')}`;

  test('does it and sends the same enquiry again, as often as it takes', async () => {
    const calls = answering([harder({ puzzle: 'a' }), 503, harder({ puzzle: 'b' }), 202]);
    expect(await outcomeOf(undefined, solve)).toMatchObject({ outcome: 'accepted' });
    const bodies = calls.map(({ init }) => JSON.parse(String(init.body)));
    const tokens = ['easy', 'solved a', 'solved a', 'solved b'];
    expect(bodies).toEqual(tokens.map((token) => ({ name: 'Zoë', token, recaptcha: token })));
    const ids = calls.map(({ init }) => new Headers(init.headers).get('Idempotency-Key'));
    expect(new Set(ids)).toEqual(new Set([submission.id]));
  });

  test('gives up on one that goes on asking, or whose challenge cannot be solved', async () => {
    answering(Array.from({ length: 50 }, () => harder({ puzzle: 'a' })));
    expect(await outcomeOf(undefined, solve)).toMatchObject({ outcome: 'refused' });
    answering([harder({ puzzle: 'a' }), 202]);
    const fail = () => Promise.reject(new Error('no workers'));
    expect(await outcomeOf(undefined, fail)).toMatchObject({ outcome: 'refused' });
  });
});

describe('the anti-forgery header', () => {
  test('goes to a relative base when the cookie exists', () => {
    expect(xsrfHeader('/api', 'x=1; XSRF-TOKEN=abc=; y=2')).toEqual({ 'X-XSRF-TOKEN': 'abc=' });
  });
  test.each([
    ['/api', ''],
    ['/api', 'xsrf-token=abc'],
    ['/api', 'OTHER-XSRF-TOKEN=abc'],
    ['https://elders.example/api', 'XSRF-TOKEN=abc'],
    ['//elders.example/api', 'XSRF-TOKEN=abc'],
  ])('is absent for base %s with cookies %j', (base, cookies) => {
    expect(xsrfHeader(base, cookies)).toEqual({});
  });
});
