import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Payload } from 'altcha-lib/types';
import type { Captcha } from './captcha.ts';

/**
 * The usual work: at most `derivations` key derivations (half of them on average), each of `cost`
 * rounds. A phone of 2018 takes about two seconds.
 */
const VISITOR_WORK = { cost: 2000, derivations: 700 };
const VALID_MS = 10 * 60_000;

/**
 * Creates ALTCHA's captcha, which needs no third party. The server chooses the solution with the
 * challenge and signs its key, so that verifying costs only two HMACs.
 *
 * @param secret signs challenges; servers behind one address must share it
 * @param work can be reduced for tests
 */
export function createAltcha(secret: string, work = VISITOR_WORK) {
  const hmacSignatureSecret = `${secret}:challenge`;
  const hmacKeySignatureSecret = `${secret}:key`;
  return {
    createChallenge: (nowMs, workFactor) =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: work.cost,
        counter: randomInt(workFactor * work.derivations - 1, 0),
        data: { times: workFactor },
        expiresAt: Math.floor((nowMs + VALID_MS) / 1000),
        deriveKey,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      }),

    async verify(result, nowMs) {
      try {
        const { challenge, solution }: Payload = JSON.parse(
          Buffer.from(result, 'base64').toString('utf8'),
        );
        const { verified } = await verifySolution({
          challenge,
          solution,
          deriveKey,
          hmacSignatureSecret,
          hmacKeySignatureSecret,
        });
        if (!verified) return { kind: 'refused' };
        // The signature was verified, so these are the values that `createChallenge` wrote.
        const { nonce, data, expiresAt } = challenge.parameters;
        const expiresAtMs = Number(expiresAt) * 1000;
        if (expiresAtMs <= nowMs) return { kind: 'refused' };
        return { kind: 'passed', nonce, expiresAtMs, workFactor: Number(data?.times) };
      } catch {
        // The payload is malformed.
        return { kind: 'refused' };
      }
    },
  } satisfies Captcha;
}
