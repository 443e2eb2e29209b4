import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as v from 'valibot';
import type { CaptchaVerifier } from './verifier.ts';

/** The work a challenge asks for: some number of key derivations, each of `cost` rounds. */
export interface CaptchaWork {
  cost: number;
  derivations: { least: number; most: number };
}

/**
 * About a million rounds of SHA-256, spread over the device's cores. What that takes was measured:
 * `docs/decisions/031-captcha-work.md`.
 */
const VISITOR_WORK: CaptchaWork = { cost: 2000, derivations: { least: 350, most: 650 } };
const VALID_MS = 10 * 60_000;

const hex = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{2}){1,64}$/));
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff));

/** What the widget sends back, in base64: the challenge as it was given, and its solution. */
const payloadSchemaOf = ({ cost }: CaptchaWork) =>
  v.object({
    challenge: v.strictObject({
      parameters: v.strictObject({
        algorithm: v.literal('PBKDF2/SHA-256'),
        cost: v.literal(cost),
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
 * ALTCHA, from our own server: no third party sees the visitor.
 *
 * The counter is known when the challenge is made, and its key signed, so that every visitor does
 * about the same work and verifying costs two HMACs.
 *
 * @param secret signs challenges; servers behind one address must share it
 * @param work less of it for tests
 */
export function createAltchaVerifier(secret: string, work = VISITOR_WORK): CaptchaVerifier {
  const payloadSchema = payloadSchemaOf(work);
  const { least, most } = work.derivations;
  const secrets = {
    hmacSignatureSecret: `${secret}:challenge`,
    hmacKeySignatureSecret: `${secret}:key`,
  };
  return {
    createChallenge: (nowMs) =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: work.cost,
        counter: randomInt(most, least),
        expiresAt: Math.floor((nowMs + VALID_MS) / 1000),
        deriveKey,
        ...secrets,
      }),

    async verify(result, nowMs) {
      const payload = v.safeParse(payloadSchema, decode(result));
      if (!payload.success) return { kind: 'refused' };
      const { challenge, solution } = payload.output;
      const expiresAtMs = challenge.parameters.expiresAt * 1000;
      if (expiresAtMs <= nowMs) return { kind: 'refused' };
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets });
      // The nonce is under the signature: nobody can rename a spent challenge.
      return verified
        ? { kind: 'passed', nonce: challenge.parameters.nonce, expiresAtMs }
        : { kind: 'refused' };
    },
  };
}

function decode(result: string): unknown {
  try {
    return JSON.parse(Buffer.from(result, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}
