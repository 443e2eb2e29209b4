import { describe, expect, test } from 'vitest';
import { checkStatus, type FlagSource, saysOk, watchServerFlag } from './server-flag.ts';

describe('an answer that says the server is there', () => {
  test.each(['status ok', ' status ok\n', '"status ok"', ' "status ok" ', '" status ok "'])(
    '%j',
    (body) => expect(saysOk(body)).toBe(true),
  );
  test.each([
    '',
    'ok',
    'Status OK',
    'status  ok',
    'status ok.',
    'not status ok',
    "'status ok'",
    '""status ok""',
    '["status ok"]',
    '{"status":"ok"}',
    '<html>status ok</html>',
    'null',
    'true',
  ])('and one that does not: %j', (body) => expect(saysOk(body)).toBe(false));
});

test.each([
  [200, 'status ok', true],
  [200, '"status ok"', true],
  [201, 'status ok', false],
  [304, null, false],
  [500, 'status ok', false],
  [503, 'status ok', false],
  [200, '<html>Inloggen</html>', false],
])('status %d with body %j is %s', async (status, body, expected) => {
  const flag = await checkStatus('/api', async () => new Response(body, { status }));
  expect(flag).toBe(expected);
});

test('no network is false', async () => {
  expect(await checkStatus('/api', () => Promise.reject(new TypeError('Failed to fetch')))).toBe(
    false,
  );
});

test('asks where the settings say, past any cache', async () => {
  let asked: unknown[] = [];
  await checkStatus('https://elders.example/v1', async (url, init) => {
    asked = [url, init?.cache];
    return new Response('status ok');
  });
  expect(asked).toEqual(['https://elders.example/v1/status', 'no-store']);
});

/** A server that answers in turn, and timers that run when told. */
function world(answers: boolean[]) {
  const delaysMs: number[] = [];
  let pending: (() => void) | undefined;
  let online: (() => void) | undefined;
  let checks = 0;
  const source: FlagSource = {
    async check() {
      checks += 1;
      return answers.shift() ?? false;
    },
    setTimer(action, delayMs) {
      delaysMs.push(delayMs);
      pending = action;
      return () => {
        if (pending === action) pending = undefined;
      };
    },
    onOnline(action) {
      online = action;
      return () => {
        online = undefined;
      };
    },
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return {
    source,
    delaysMs,
    checks: () => checks,
    isWaiting: () => pending !== undefined,
    async pass() {
      const action = pending;
      pending = undefined;
      action?.();
      await settle();
    },
    async comeOnline() {
      online?.();
      await settle();
    },
    settle,
  };
}

test('checks once when the server is there', async () => {
  const w = world([true]);
  const flags: boolean[] = [];
  watchServerFlag((flag) => flags.push(flag), w.source);
  await w.settle();
  await w.comeOnline();
  expect(flags).toEqual([true]);
  expect(w.checks()).toBe(1);
  expect(w.isWaiting()).toBe(false);
});

test('checks again after 5 s, doubling to 60 s, until the server is there', async () => {
  const w = world([false, false, false, false, false, false, false, true]);
  const flags: boolean[] = [];
  watchServerFlag((flag) => flags.push(flag), w.source);
  await w.settle();
  while (w.isWaiting()) await w.pass();
  expect(w.delaysMs).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
  expect(flags.at(-1)).toBe(true);
  expect(w.checks()).toBe(8);
});

test('checks at once when the browser comes back online', async () => {
  const w = world([false, true]);
  const flags: boolean[] = [];
  watchServerFlag((flag) => flags.push(flag), w.source);
  await w.settle();
  await w.comeOnline();
  expect(flags).toEqual([false, true]);
  expect(w.isWaiting()).toBe(false);
});

test('two reasons to check at once are one check', async () => {
  const w = world([false, false]);
  watchServerFlag(() => {}, w.source);
  void w.comeOnline();
  await w.settle();
  expect(w.checks()).toBe(1);
});

test('stops for good', async () => {
  const w = world([false, true]);
  const flags: boolean[] = [];
  const stop = watchServerFlag((flag) => flags.push(flag), w.source);
  await w.settle();
  stop();
  await w.comeOnline();
  expect(flags).toEqual([false]);
  expect(w.isWaiting()).toBe(false);
});
