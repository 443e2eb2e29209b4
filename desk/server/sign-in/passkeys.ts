import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { RefusalError } from '../refusal.ts';
import { type Access, isLinkValid, spendLink } from './access.ts';

const CHALLENGE_MS = 5 * 60_000;
/** Anyone can request one; a caterer needs few. */
const MAX_CHALLENGES = 1_000;
const MAX_NAME_LENGTH = 60;
/** There is one user. WebAuthn, section 5.4.3: no name and no address. */
const USER = { userName: 'werktafel', userID: new TextEncoder().encode('werktafel') };

/**
 * Passkeys (WebAuthn level 2): a challenge is valid for one answer, from this origin, by a person who
 * unlocked the device.
 *
 * @param origin 'https://werktafel.maanzaad.example'
 */
export function createPasskeys(access: Access, origin: string, deskDir: string) {
  const rpID = new URL(origin).hostname;
  const signIns = createChallenges();
  const registrations = createChallenges();

  return {
    async signInOptions() {
      // Without a list of passkeys: devices find their own, and strangers learn none.
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
      signIns.issue(options.challenge);
      return options;
    },

    /** @returns the id of the passkey */
    async signIn(response: AuthenticationResponseJSON): Promise<string> {
      const passkey = access.passkeys().find(({ id }) => id === response.id);
      const verified =
        passkey &&
        (await verifyAuthenticationResponse({
          response,
          expectedChallenge: signIns.spend,
          expectedOrigin: origin,
          expectedRPID: rpID,
          credential: { ...passkey, publicKey: Buffer.from(passkey.publicKey, 'base64url') },
        }).catch(() => undefined));
      if (!passkey || !verified?.verified) {
        throw new RefusalError(401, 'Dit toestel kent de werktafel niet. Vraag een nieuwe link.');
      }
      const counter = verified.authenticationInfo.newCounter;
      await access.savePasskey({ ...passkey, counter, lastUsedAtMs: Date.now() });
      return passkey.id;
    },

    /** Does not spend the link, so that a preview in a chat does not. */
    async registrationOptions(secret: string, isSignedIn: boolean) {
      if (!isSignedIn && !(await isLinkValid(deskDir, secret))) throw linkRefusal();
      const options = await generateRegistrationOptions({
        rpName: 'Werktafel',
        rpID,
        ...USER,
        userDisplayName: 'Werktafel',
        attestationType: 'none',
        excludeCredentials: access.passkeys().map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      registrations.issue(options.challenge);
      return options;
    },

    /**
     * @param secret of a one-time link; empty for a session
     * @returns the id of the passkey
     */
    async register(
      response: RegistrationResponseJSON,
      name: string,
      secret: string,
      isSignedIn: boolean,
    ): Promise<string> {
      const verified = await verifyRegistrationResponse({
        response,
        expectedChallenge: registrations.spend,
        expectedOrigin: origin,
        expectedRPID: rpID,
      }).catch(() => undefined);
      if (!verified?.verified) {
        const message = 'Dat is niet gelukt. Open de link opnieuw en probeer nog eens.';
        throw new RefusalError(401, message);
      }
      // Last, so that a wrong answer does not spend the link.
      if (!(secret === '' ? isSignedIn : await spendLink(deskDir, secret))) throw linkRefusal();
      const { id, publicKey, counter } = verified.registrationInfo.credential;
      await access.savePasskey({
        id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        name: name.trim().slice(0, MAX_NAME_LENGTH) || 'Toestel',
        createdAtMs: Date.now(),
        lastUsedAtMs: Date.now(),
      });
      return id;
    },
  };
}

function createChallenges() {
  const expiry = new Map<string, number>();
  return {
    issue(challenge: string): void {
      const [oldest] = expiry.keys();
      if (oldest && expiry.size >= MAX_CHALLENGES) expiry.delete(oldest);
      expiry.set(challenge, Date.now() + CHALLENGE_MS);
    },
    spend(challenge: string): boolean {
      const expiresAtMs = expiry.get(challenge) ?? 0;
      expiry.delete(challenge);
      return expiresAtMs > Date.now();
    },
  };
}

const linkRefusal = () =>
  new RefusalError(401, 'Deze link is al gebruikt of verlopen. Vraag een nieuwe.');
