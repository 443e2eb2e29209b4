import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { RefusedError } from '../../shared/api.ts';
import type { Call } from '../call.ts';
import type { DeskOptions } from '../desk-options.ts';
import { sendSession } from './guard.ts';

const MAX_NAME_LENGTH = 60;
/** There is one user, without a name or an address (WebAuthn, section 5.4.3). */
const USER = {
  userName: 'werktafel',
  userDisplayName: 'Werktafel',
  userID: new TextEncoder().encode('werktafel'),
};

/** The calls without a session: passkeys (WebAuthn level 2) and links. */
export function createSignInRoutes(options: DeskOptions) {
  const { access, origin, isLocal } = options;
  const rpID = new URL(origin).hostname;
  // The number of challenges is limited, because anyone can request one.
  const challenges = new LRUCache<string, true>({ max: 1_000, ttl: 5 * 60_000 });
  const expected = {
    expectedOrigin: origin,
    expectedRPID: rpID,
    // Each challenge serves once.
    expectedChallenge: (challenge: string) =>
      challenges.has(challenge) && challenges.delete(challenge),
  };

  /** @param cookie undefined for an invalid or spent link */
  function sendLinkSession(reply: FastifyReply, cookie: string | undefined) {
    if (cookie === undefined) throw linkRefusal();
    sendSession(reply, origin, cookie);
  }

  return {
    'GET /api/session': ({ request }: Call) => ({
      isSignedIn: request.session !== undefined,
      signIn: isLocal ? ('token' as const) : ('passkey' as const),
      /** This is false until a link registers the first passkey. */
      hasPasskeys: access.passkeys().length > 0,
    }),

    'POST /api/sign-in/token': async ({ body, reply }: Call<{ token: string }>) => {
      if (!isLocal) throw linkRefusal();
      sendLinkSession(reply, await access.spendLink(String(body.token)));
    },

    'POST /api/sign-in/options': async () => {
      // The options do not list the passkeys, because strangers could read that list.
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
      challenges.set(options.challenge, true);
      return options;
    },

    'POST /api/sign-in': async ({ body, reply }: Call<AuthenticationResponseJSON>) => {
      const passkey = access.passkeys().find(({ id }) => id === body.id);
      const message = 'Dit toestel kent de werktafel niet. Vraag een nieuwe link.';
      if (!passkey) throw new RefusedError(401, message);
      const verification = await verifyAuthenticationResponse({
        ...expected,
        response: body,
        credential: { ...passkey, publicKey: Buffer.from(passkey.publicKey, 'base64url') },
      }).catch(() => undefined);
      if (!verification?.verified) throw new RefusedError(401, message);
      sendSession(reply, origin, await access.openSession(passkey.id));
    },

    /** This call does not spend the link. */
    'POST /api/passkeys/options': async ({ body }: Call<{ secret: string }>) => {
      if (!(await access.isLinkValid(String(body.secret)))) throw linkRefusal();
      const options = await generateRegistrationOptions({
        ...USER,
        rpName: 'Werktafel',
        rpID,
        attestationType: 'none',
        excludeCredentials: access.passkeys().map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      challenges.set(options.challenge, true);
      return options;
    },

    'POST /api/passkeys': async (
      call: Call<{ secret: string; name: string; response: RegistrationResponseJSON }>,
    ) => {
      const { secret, name, response } = call.body;
      const verification = await verifyRegistrationResponse({ ...expected, response }).catch(
        () => null,
      );
      if (!verification?.verified) {
        const message = 'Dat is niet gelukt. Open de link opnieuw en probeer nog eens.';
        throw new RefusedError(401, message);
      }
      const { id, publicKey, counter } = verification.registrationInfo.credential;
      // The link is spent last, so that a wrong response does not spend it.
      const cookie = await access.spendLink(String(secret), {
        id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        name: String(name).trim().slice(0, MAX_NAME_LENGTH) || 'Toestel',
        createdAtMs: Date.now(),
      });
      sendLinkSession(call.reply, cookie);
    },
  };
}

function linkRefusal() {
  return new RefusedError(
    401,
    'Deze link werkt niet: gebruikt, verlopen of niet volledig. Vraag een nieuwe.',
  );
}
