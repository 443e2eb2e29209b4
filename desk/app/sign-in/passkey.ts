import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { call, Refused } from '../call.ts';

/** @param secret of a one-time link; absent: signed in already */
export async function registerPasskey(name: string, secret?: string): Promise<void> {
  const link = secret === undefined ? {} : { secret };
  const optionsJSON = await call('POST /api/passkeys/options', link);
  const response = await ask(() => startRegistration({ optionsJSON }));
  await call('POST /api/passkeys', { ...link, name, response });
}

export async function signIn(): Promise<void> {
  const optionsJSON = await call('POST /api/sign-in/options', {});
  const response = await ask(() => startAuthentication({ optionsJSON }));
  await call('POST /api/sign-in', response);
}

/** A browser's own error says in English that its window was closed. */
async function ask<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  return work().catch(() => {
    const message =
      'Het is niet gelukt. Bevestig met je vinger, je gezicht of je code; een toestel dat al bekend is, meld je gewoon aan.';
    throw new Refused(400, { message });
  });
}
