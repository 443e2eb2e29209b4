import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAltcha } from './altcha.ts';

const WORK = { cost: 10, derivations: 10 };
const NOW = Date.now();
const verifier = createAltcha('a secret of the tests', WORK);

type Payload = {
  challenge: { parameters: Record<string, unknown>; signature: string };
  solution: { counter: number; derivedKey: string; time?: number };
};
let payload: Payload;

beforeAll(async () => {
  payload = await solved();
});

async function solved(workFactor = 1): Promise<Payload> {
  return solve(await verifier.createChallenge(NOW, workFactor));
}

async function solve(made: object): Promise<Payload> {
  const challenge = made as never;
  const solution = (await solveChallenge({ challenge, deriveKey })) as Payload['solution'];
  return { challenge, solution };
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
const parametersWith = (change: object) => ({
  ...payload,
  challenge: {
    ...payload.challenge,
    parameters: { ...payload.challenge.parameters, ...change },
  },
});

describe('an ALTCHA captcha', () => {
  test('a captcha passes when solved and returns its nonce', async () => {
    expect(await verifier.verify(encode(payload), NOW)).toEqual({
      kind: 'passed',
      nonce: payload.challenge.parameters.nonce,
      expiresAtMs: Math.floor((NOW + 600_000) / 1000) * 1000,
      workFactor: 1,
    });
  });

  test('a captcha is valid for 10 minutes', async () => {
    expect((await verifier.verify(encode(payload), NOW + 598_000)).kind).toBe('passed');
    expect((await verifier.verify(encode(payload), NOW + 600_001)).kind).toBe('refused');
  });

  test('a captcha of another server is refused', async () => {
    const other = createAltcha('another secret', WORK);
    expect((await other.verify(encode(payload), NOW)).kind).toBe('refused');
  });

  test('a captcha is refused when any of its parameters was changed', async () => {
    const changes = [
      { expiresAt: Math.floor(NOW / 1000) + 6000 },
      { nonce: '00'.repeat(16) },
      { salt: '00'.repeat(16) },
      { cost: 1 },
      { keyPrefix: '00' },
      { algorithm: 'SHA-256' },
      { data: { times: 16 } },
      { data: undefined },
      { keySignature: undefined },
    ];
    for (const change of changes) {
      const { kind } = await verifier.verify(encode(parametersWith(change)), NOW);
      expect([change, kind]).toEqual([change, 'refused']);
    }
  });

  test('a captcha is refused when its nonce is in capitals, or it could be spent twice', async () => {
    const nonce = String(payload.challenge.parameters.nonce).toUpperCase();
    expect((await verifier.verify(encode(parametersWith({ nonce })), NOW)).kind).toBe('refused');
  });

  test('a captcha with another solution is refused', async () => {
    const wrong = { ...payload, solution: { ...payload.solution, derivedKey: 'ab'.repeat(32) } };
    expect((await verifier.verify(encode(wrong), NOW)).kind).toBe('refused');
  });

  test.each([
    '',
    'x',
    '====',
    encode(null),
    encode([]),
    encode({}),
    encode({ challenge: null, solution: null }),
    // The widget's own test mode sends this.
    encode({ challenge: null, solution: null, test: true }),
    encode({ challenge: { parameters: {} }, solution: {} }),
    encode({ verificationData: 'verified=true', signature: 'x', algorithm: 'SHA-256' }),
    Buffer.from('{"challenge":').toString('base64'),
    '\u0000'.repeat(4096),
    encode({ challenge: '['.repeat(1000) }),
  ])('a captcha is refused when it is malformed: %s', async (result) => {
    expect(await verifier.verify(result, NOW)).toEqual({ kind: 'refused' });
  });
});

// The chance that the 80 counters of a factor all avoid the first fifth, or the last, is one in 28
// million.
test('a challenge uses the whole range of counters, so that none can be skipped', async () => {
  for (const workFactor of [1, 4]) {
    const counters = [];
    for (let n = 0; n < 80; n += 1) counters.push((await solved(workFactor)).solution.counter);
    expect(Math.min(...counters)).toBeLessThan(2 * workFactor);
    expect(Math.max(...counters)).toBeGreaterThanOrEqual(8 * workFactor);
    expect(Math.max(...counters)).toBeLessThan(10 * workFactor);
  }
});
