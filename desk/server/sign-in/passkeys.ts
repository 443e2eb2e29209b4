import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { RefusalError } from '../refusal.ts';
import type { Access } from './access.ts';

const CHALLENGE_MS = 5 * 60_000;
/** Of calls that anyone can make: more than a caterer ever has open. */
const MOST_CHALLENGES = 1_000;
/** WebAuthn, section 5.4.3: no name, no address. There is one user. */
const USER = { userName: 'werktafel', userID: new TextEncoder().encode('werktafel') };

/**
 * Passkeys (WebAuthn level 2): a challenge is good for one answer, from this origin, by a person who
 * unlocked the device.
 *
 * @param origin 'https://werktafel.maanzaad.example'
 */
export function createPasskeys(access: Access, origin: string) {
  const rpID = new URL(origin).hostname;
  const challenges = new Map<string, { purpose: 'sign-in' | 'register'; expiresAtMs: number }>();

  const issue = (challenge: string, purpose: 'sign-in' | 'register') => {
    const [oldest] = challenges.keys();
    if (oldest && challenges.size >= MOST_CHALLENGES) challenges.delete(oldest);
    challenges.set(challenge, { purpose, expiresAtMs: Date.now() + CHALLENGE_MS });
  };
  const spend = (purpose: 'sign-in' | 'register') => (challenge: string) => {
    const found = challenges.get(challenge);
    challenges.delete(challenge);
    return found?.purpose === purpose && found.expiresAtMs > Date.now();
  };

  return {
    async signInOptions() {
      // Without a list of passkeys: the device knows its own, and strangers learn none.
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
      issue(options.challenge, 'sign-in');
      return options;
    },

    /** @returns the id of the passkey */
    async signIn(response: AuthenticationResponseJSON): Promise<string> {
      const passkey = access.passkeys().find(({ id }) => id === response.id);
      const verified =
        passkey &&
        (await verifyAuthenticationResponse({
          response,
          expectedChallenge: spend('sign-in'),
          expectedOrigin: origin,
          expectedRPID: rpID,
          credential: {
            id: passkey.id,
            publicKey: Buffer.from(passkey.publicKey, 'base64url'),
            counter: passkey.counter,
          },
        }).catch(() => undefined));
      if (!passkey || !verified?.verified) {
        throw new RefusalError(401, 'Dit toestel kent de werktafel niet. Vraag een nieuwe link.');
      }
      const counter = verified.authenticationInfo.newCounter;
      await access.savePasskey({ ...passkey, counter, lastUsedAtMs: Date.now() });
      return passkey.id;
    },

    async registerOptions() {
      const options = await generateRegistrationOptions({
        rpName: 'Werktafel',
        rpID,
        ...USER,
        userDisplayName: 'Werktafel',
        attestationType: 'none',
        excludeCredentials: access.passkeys().map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      issue(options.challenge, 'register');
      return options;
    },

    /**
     * @param spendRight what allows it, once the answer is right: a link, or a session
     * @returns the id of the passkey
     */
    async register(
      response: RegistrationResponseJSON,
      name: string,
      spendRight: () => Promise<boolean>,
    ): Promise<string> {
      const verified = await verifyRegistrationResponse({
        response,
        expectedChallenge: spend('register'),
        expectedOrigin: origin,
        expectedRPID: rpID,
      }).catch(() => undefined);
      if (!verified?.verified) {
        throw new RefusalError(
          401,
          'Dat is niet gelukt. Open de link opnieuw en probeer nog eens.',
        );
      }
      const { id, publicKey, counter } = verified.registrationInfo.credential;
      if (!(await spendRight())) {
        throw new RefusalError(401, 'Deze link is al gebruikt of verlopen. Vraag een nieuwe.');
      }
      await access.savePasskey({
        id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        name: name.trim().slice(0, 60) || 'Toestel',
        createdAtMs: Date.now(),
        lastUsedAtMs: Date.now(),
      });
      return id;
    },
  };
}
