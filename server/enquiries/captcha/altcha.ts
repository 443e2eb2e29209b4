import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as v from 'valibot';
import type { CaptchaVerifier } from './verifier.ts';

/** A visitor's usual work: at most so many key derivations, half of them on average. */
export interface CaptchaWork {
  /** Rounds of each derivation. */
  cost: number;
  derivations: number;
}

/**
 * At most 1.4 million rounds of SHA-256, spread over the device's cores. What that takes was
 * measured: `docs/decisions/051-harder-never-closed.md`.
 */
export const VISITOR_WORK: CaptchaWork = { cost: 2000, derivations: 700 };
const VALID_MS = 10 * 60_000;

const hex = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{2}){1,64}$/));
/** Separated by blanks; empty for a first challenge. */
const nonceList = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]+(?: [0-9a-f]+)*)?$/));
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff));

/** What the widget sends back, in base64: the challenge as it was given, and its solution. */
const payloadSchemaOf = ({ cost }: CaptchaWork) =>
  v.object({
    challenge: v.strictObject({
      parameters: v.strictObject({
        algorithm: v.literal('PBKDF2/SHA-256'),
        cost: v.literal(cost),
        data: v.strictObject({ after: nonceList, times: v.pipe(v.number(), v.minValue(1)) }),
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

/** {@link CaptchaVerifier} whose challenges are all our own. */
type Altcha = CaptchaVerifier & Required<Pick<CaptchaVerifier, 'createChallenge'>>;

/**
 * ALTCHA, from our own server: no third party sees the visitor.
 *
 * The counter is known when the challenge is made, and its key signed, so that verifying costs two
 * HMACs. It may be any up to the last, the first one too: a least one would be so much work that
 * who knows of it leaves out. What was asked stands under the signature with it.
 *
 * @param secret signs challenges; servers behind one address must share it
 * @param work less of it for tests
 */
export function createAltchaVerifier(secret: string, work = VISITOR_WORK): Altcha {
  const payloadSchema = payloadSchemaOf(work);
  const secrets = {
    hmacSignatureSecret: `${secret}:challenge`,
    hmacKeySignatureSecret: `${secret}:key`,
  };
  const create = (nowMs: number, asked: { times: number; done: number; after: string[] }) =>
    createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: work.cost,
      counter: randomInt((asked.times - asked.done) * work.derivations - 1, 0),
      data: { after: asked.after.join(' '), times: asked.times },
      expiresAt: Math.floor((nowMs + VALID_MS) / 1000),
      deriveKey,
      ...secrets,
    });
  return {
    createChallenge: (nowMs, times) => create(nowMs, { times, done: 0, after: [] }),

    createFurtherChallenge: (nowMs, times, passed) =>
      create(nowMs, { times, done: passed.times, after: passed.nonces }),

    async verify(result, nowMs) {
      const payload = v.safeParse(payloadSchema, decode(result));
      if (!payload.success) return { kind: 'refused' };
      const { challenge, solution } = payload.output;
      const { data, expiresAt, nonce } = challenge.parameters;
      const expiresAtMs = expiresAt * 1000;
      if (expiresAtMs <= nowMs) return { kind: 'refused' };
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets });
      if (!verified) return { kind: 'refused' };
      // The nonces are under the signature: nobody can rename a spent challenge.
      const nonces = [nonce, ...data.after.split(' ').filter(Boolean)];
      return { kind: 'passed', nonces, expiresAtMs, times: data.times };
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
