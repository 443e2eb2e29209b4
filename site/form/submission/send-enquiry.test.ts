import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  GIVE_UP_AFTER_MS,
  retryAfterMs,
  type Sending,
  sendEnquiry,
  xsrfHeader,
} from './send-enquiry.ts';

const submission = { id: '3f1c2d4e-0000-4000-8000-000000000000', body: '{"name":"Zoë"}' };
const api = { base: '/api', slug: 'maanzaad' };

type Answer =
  | number
  | 'no network'
  | { status: number; retryAfter: string }
  /** More work is asked. */
  | { challenge: { puzzle: string } };

/** A server that gives these answers one after the other, and a clock that only waiting moves. */
function world(answers: Answer[]) {
  let nowMs = 1_700_000_000_000;
  const calls: { url: string; init: RequestInit }[] = [];
  const waitsMs: number[] = [];
  const sending: Sending = {
    async fetch(url, init) {
      calls.push({ url: String(url), init: init ?? {} });
      const answer = answers[calls.length - 1];
      if (answer === undefined || answer === 'no network') throw new TypeError('Failed to fetch');
      if (typeof answer === 'object' && 'challenge' in answer) {
        return Response.json({ type: '/problems/captcha-too-easy', ...answer }, { status: 422 });
      }
      const { status, retryAfter } =
        typeof answer === 'number' ? { status: answer, retryAfter: undefined } : answer;
      return new Response(null, {
        status,
        ...(retryAfter !== undefined && { headers: { 'Retry-After': retryAfter } }),
      });
    },
    cookies: () => 'a=b; XSRF-TOKEN=secret%20token; c=d',
    nowMs: () => nowMs,
    async sleep(delayMs) {
      waitsMs.push(delayMs);
      nowMs += delayMs;
    },
    async solve(challenge) {
      // Longer than all tries may take: what a slow phone needs is no time of the network's.
      nowMs += 60_000;
      return `solved ${Reflect.get(challenge, 'puzzle')}`;
    },
  };
  return { sending, calls, waitsMs };
}

const noAbort = () => new AbortController().signal;

test.each([202, 200, 201, 204])('%d is the server’s yes', async (status) => {
  const { sending, calls } = world([status]);
  expect(await sendEnquiry(submission, api, noAbort(), sending)).toBe('accepted');
  expect(calls).toHaveLength(1);
});

test.each([400, 401, 403, 404, 409, 413, 415, 422, 500, 501, 301])(
  '%d is a no, and is not repeated',
  async (status) => {
    const { sending, calls } = world([status, 202]);
    expect(await sendEnquiry(submission, api, noAbort(), sending)).toBe('refused');
    expect(calls).toHaveLength(1);
  },
);

test.each<Answer>(['no network', 429, 502, 503, 504])('%s is tried again', async (answer) => {
  const { sending, calls, waitsMs } = world([answer, answer, 202]);
  expect(await sendEnquiry(submission, api, noAbort(), sending)).toBe('accepted');
  expect(calls).toHaveLength(3);
  expect(waitsMs).toEqual([1_000, 5_000]);
});

test('three tries without a yes are a no', async () => {
  const { sending, calls } = world(['no network', 503, 'no network', 202]);
  expect(await sendEnquiry(submission, api, noAbort(), sending)).toBe('refused');
  expect(calls).toHaveLength(3);
});

test('every try carries the same id and bytes', async () => {
  const { sending, calls } = world(['no network', 503, 202]);
  await sendEnquiry(submission, api, noAbort(), sending);
  for (const { url, init } of calls) {
    expect(url).toBe('/api/mail/maanzaad');
    expect(init.method).toBe('POST');
    expect(init.body).toBe(submission.body);
    expect(new Headers(init.headers).get('Idempotency-Key')).toBe(submission.id);
    expect(new Headers(init.headers).get('Content-Type')).toBe('application/json');
  }
});

test('waits as long as the server asks', async () => {
  const { sending, waitsMs } = world([{ status: 503, retryAfter: '7' }, 202]);
  expect(await sendEnquiry(submission, api, noAbort(), sending)).toBe('accepted');
  expect(waitsMs).toEqual([7_000]);
});

test('does not wait for a try that would come after 20 s', async () => {
  const { sending, calls, waitsMs } = world([{ status: 429, retryAfter: '20' }, 202]);
  expect(await sendEnquiry(submission, api, noAbort(), sending)).toBe('refused');
  expect(calls).toHaveLength(1);
  expect(waitsMs).toEqual([]);
});

describe('when nothing ever answers', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  /** A network that hangs until a try is given up, on the clock that the test moves. */
  function silence() {
    const triedAtMs: number[] = [];
    const startedAtMs = Date.now();
    const sending: Sending = {
      fetch: (_url, init) =>
        new Promise((_resolve, reject) => {
          triedAtMs.push(Date.now() - startedAtMs);
          const fail = () => reject(new DOMException('', 'AbortError'));
          init?.signal?.addEventListener('abort', fail);
        }),
      cookies: () => '',
      nowMs: Date.now,
      sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
      solve: () => Promise.reject(new Error('Nobody asked.')),
    };
    return { sending, triedAtMs, elapsedMs: () => Date.now() - startedAtMs };
  }

  test('each try makes room for the next, and all end within 20 s', async () => {
    const { sending, triedAtMs, elapsedMs } = silence();
    const outcome = sendEnquiry(submission, api, noAbort(), sending);
    let endedAtMs = 0;
    void outcome.then(() => {
      endedAtMs = elapsedMs();
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await outcome).toBe('refused');
    expect(triedAtMs).toEqual([0, 9_000, 18_000]);
    expect(endedAtMs).toBe(GIVE_UP_AFTER_MS);
  });

  test('an abort ends a try that hangs', async () => {
    const { sending, triedAtMs } = silence();
    const abort = new AbortController();
    const outcome = sendEnquiry(submission, api, abort.signal, sending);
    abort.abort();
    expect(await outcome).toBe('aborted');
    expect(triedAtMs).toHaveLength(1);
  });
});

test('an abort while waiting for the next try ends it', async () => {
  const { sending, calls } = world([503, 202]);
  const abort = new AbortController();
  sending.sleep = async () => abort.abort();
  expect(await sendEnquiry(submission, api, abort.signal, sending)).toBe('aborted');
  expect(calls).toHaveLength(1);
});

test('an answer that comes after the abort counts no more', async () => {
  const { sending } = world([202]);
  const abort = new AbortController();
  const answer = sending.fetch;
  sending.fetch = (...call) => {
    abort.abort();
    return answer(...call);
  };
  expect(await sendEnquiry(submission, api, abort.signal, sending)).toBe('aborted');
});

describe('the anti-forgery header', () => {
  test('goes to a relative base when the cookie exists', () => {
    expect(xsrfHeader('/api', 'x=1; XSRF-TOKEN=abc%3D; y=2')).toEqual({ 'X-XSRF-TOKEN': 'abc=' });
  });
  test.each([
    ['/api', ''],
    ['/api', 'xsrf-token=abc'],
    ['/api', 'OTHER-XSRF-TOKEN=abc'],
    ['https://elders.example/api', 'XSRF-TOKEN=abc'],
    ['http://elders.example/api', 'XSRF-TOKEN=abc'],
    ['//elders.example/api', 'XSRF-TOKEN=abc'],
  ])('is absent for base %s with cookies %j', (base, cookies) => {
    expect(xsrfHeader(base, cookies)).toEqual({});
  });
  test('repeats a value that is no URL encoding as it is', () => {
    expect(xsrfHeader('/api', 'XSRF-TOKEN=100%')).toEqual({ 'X-XSRF-TOKEN': '100%' });
  });
  test('is on the call itself', async () => {
    const { sending, calls } = world([202, 202]);
    await sendEnquiry(submission, api, noAbort(), sending);
    await sendEnquiry(submission, { ...api, base: 'https://elders.example' }, noAbort(), sending);
    expect(calls.map(({ init }) => new Headers(init.headers).get('X-XSRF-TOKEN'))).toEqual([
      'secret token',
      null,
    ]);
  });
});

test.each([
  ['7', 7_000],
  ['0', 0],
  [' 7 ', 7_000],
  ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
  ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
  ['straks', undefined],
  ['', undefined],
])('reads Retry-After %j as %s ms', (value, expected) => {
  const reply = new Response(null, { headers: { 'Retry-After': value } });
  expect(retryAfterMs(reply, Date.UTC(2026, 0, 1))).toBe(expected);
});

describe('when the server asks for more work', () => {
  const filledIn = {
    ...submission,
    body: JSON.stringify({ name: 'Zoë', token: 'easy', recaptcha: 'easy', message: 'Dag' }),
  };
  const sentBodies = ({ calls }: ReturnType<typeof world>) =>
    calls.map(({ init }) => JSON.parse(String(init.body)));

  test('does it and sends the same enquiry again, as often as it takes', async () => {
    const at = world([
      { challenge: { puzzle: 'a' } },
      503,
      { challenge: { puzzle: 'b' } },
      'no network',
      202,
    ]);
    expect(await sendEnquiry(filledIn, api, noAbort(), at.sending)).toBe('accepted');
    expect(sentBodies(at).map(({ token }) => token)).toEqual([
      'easy',
      ...Array(2).fill('solved a'),
      ...Array(2).fill('solved b'),
    ]);
    for (const body of sentBodies(at)) {
      expect(body).toEqual({
        ...JSON.parse(filledIn.body),
        token: body.token,
        recaptcha: body.token,
      });
    }
    const ids = at.calls.map(({ init }) => new Headers(init.headers).get('Idempotency-Key'));
    expect(new Set(ids)).toEqual(new Set([submission.id]));
  });

  test('gives up on one that goes on asking, or whose challenge cannot be solved', async () => {
    const asking = world(Array(50).fill({ challenge: { puzzle: 'a' } }));
    expect(await sendEnquiry(filledIn, api, noAbort(), asking.sending)).toBe('refused');
    const broken = world([{ challenge: { puzzle: 'a' } }]);
    broken.sending.solve = () => Promise.reject(new Error('no workers'));
    expect(await sendEnquiry(filledIn, api, noAbort(), broken.sending)).toBe('refused');
  });

  test('stops working when the visitor takes it back', async () => {
    const at = world([{ challenge: { puzzle: 'a' } }, 202]);
    const controller = new AbortController();
    at.sending.solve = (_challenge, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        controller.abort();
      });
    expect(await sendEnquiry(filledIn, api, controller.signal, at.sending)).toBe('aborted');
    expect(at.calls).toHaveLength(1);
  });
});
