import { createHmac, timingSafeEqual } from 'node:crypto';
import { createChallenge, randomInt } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as v from 'valibot';
import type { Captcha } from './captcha.ts';

/**
 * The usual work: the most key derivations (half on average), and the rounds of each. A phone of 2018
 * takes about two seconds.
 */
const VISITOR_WORK = { cost: 2000, derivations: 700 };
const VALID_MS = 10 * 60_000;

const hex = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{2}){1,64}$/));
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff));

/** The parameters that are signed, in alphabetical order as the signature requires. */
const parametersSchemaOf = (cost: number) =>
  v.strictObject({
    algorithm: v.literal('PBKDF2/SHA-256'),
    cost: v.literal(cost),
    data: v.strictObject({ times: v.pipe(v.number(), v.minValue(1)) }),
    expiresAt: count,
    keyLength: v.literal(32),
    keyPrefix: hex,
    keySignature: hex,
    nonce: hex,
    salt: hex,
  });

/**
 * ALTCHA, without a third party. The counter is chosen with the challenge and its key signed, so that
 * verifying costs two HMACs. They are computed here, because altcha-lib imports their keys each time,
 * which took a quarter of an enquiry's time.
 *
 * @param secret signs challenges; servers behind one address must share it
 * @param work can be reduced for tests
 */
export function createAltcha(secret: string, work = VISITOR_WORK) {
  const hmacSignatureSecret = `${secret}:challenge`;
  const hmacKeySignatureSecret = `${secret}:key`;
  /** The client's response: the challenge and its solution. */
  const responseSchema = v.object({
    challenge: v.strictObject({
      parameters: parametersSchemaOf(work.cost),
      signature: hex,
    }),
    solution: v.object({ counter: count, derivedKey: hex }),
  });
  return {
    createChallenge: (nowMs, times) =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: work.cost,
        counter: randomInt(times * work.derivations - 1, 0),
        data: { times },
        expiresAt: Math.floor((nowMs + VALID_MS) / 1000),
        deriveKey,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      }),

    async verify(result, nowMs) {
      const response = v.safeParse(responseSchema, decode(result));
      if (!response.success) return { kind: 'refused' };
      const { challenge, solution } = response.output;
      const { parameters, signature } = challenge;
      const key = Buffer.from(solution.derivedKey, 'hex');
      const signed = JSON.stringify(parameters);
      const isOurs = isSignature(signature, hmacSignatureSecret, signed);
      const isSolved = isSignature(parameters.keySignature, hmacKeySignatureSecret, key);
      const expiresAtMs = parameters.expiresAt * 1000;
      if (!isOurs || !isSolved || expiresAtMs <= nowMs) return { kind: 'refused' };
      // The signature covers the nonce, so a spent challenge cannot be renamed.
      const { nonce, data } = parameters;
      return { kind: 'passed', nonce, expiresAtMs, times: data.times };
    },
  } satisfies Captcha;
}

function isSignature(signature: string, secret: string, signed: string | Buffer): boolean {
  const given = Buffer.from(signature, 'hex');
  const expected = createHmac('sha256', secret).update(signed).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** JSON in base64. */
function decode(result: string): unknown {
  try {
    return JSON.parse(Buffer.from(result, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}
