import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as v from 'valibot';
import type { Captcha } from './captcha.ts';

/**
 * The usual work: maximum number of key derivations (half on average) and rounds of each. A phone
 * of 2018 takes about two seconds.
 */
const VISITOR_WORK = { cost: 2000, derivations: 700 };
const VALID_MS = 10 * 60_000;

const hex = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{2}){1,64}$/));
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff));

/** The client's response, in base64: the challenge and its solution. */
const payloadSchemaOf = (cost: number) =>
  v.object({
    challenge: v.strictObject({
      parameters: v.strictObject({
        algorithm: v.literal('PBKDF2/SHA-256'),
        cost: v.literal(cost),
        data: v.strictObject({ times: v.pipe(v.number(), v.minValue(1)) }),
        expiresAt: count,
        keyLength: v.literal(32),
        keyPrefix: hex,
        keySignature: hex,
        nonce: hex,
        salt: hex,
      }),
      signature: hex,
    }),
    solution: v.object({ counter: count, derivedKey: hex }),
  });

/**
 * ALTCHA, from our own server: no third party is involved. The counter is chosen when the challenge
 * is made and its key signed, so that verifying costs two HMACs.
 *
 * @param secret signs challenges; servers behind one address must share it
 * @param work can be reduced for tests
 */
export function createAltcha(secret: string, work = VISITOR_WORK) {
  const payloadSchema = payloadSchemaOf(work.cost);
  const secrets = {
    hmacSignatureSecret: `${secret}:challenge`,
    hmacKeySignatureSecret: `${secret}:key`,
  };
  return {
    createChallenge: (nowMs, times) =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: work.cost,
        counter: randomInt(times * work.derivations - 1, 0),
        data: { times },
        expiresAt: Math.floor((nowMs + VALID_MS) / 1000),
        deriveKey,
        ...secrets,
      }),

    async verify(result, nowMs) {
      const payload = v.safeParse(payloadSchema, decode(result));
      if (!payload.success) return { kind: 'refused' };
      const { challenge, solution } = payload.output;
      const { data, expiresAt, nonce } = challenge.parameters;
      const expiresAtMs = expiresAt * 1000;
      if (expiresAtMs <= nowMs) return { kind: 'refused' };
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets });
      // The signature covers the nonce, so a spent challenge cannot be renamed.
      return verified
        ? { kind: 'passed', nonce, expiresAtMs, times: data.times }
        : { kind: 'refused' };
    },
  } satisfies Captcha;
}

function decode(result: string): unknown {
  try {
    return JSON.parse(Buffer.from(result, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}
