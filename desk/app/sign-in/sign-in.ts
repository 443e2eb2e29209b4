import './sign-in.css';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { call } from '../api/call.ts';

/* The page that is shown without a session. `#link=` registers a passkey, `#token=` opens `npm
   run desk`. A fragment reaches no log and no preview in a chat. */

const form = document.querySelector('form') as HTMLFormElement;
const status = document.querySelector('[role="status"]') as HTMLElement;
const nameField = document.querySelector('#name') as HTMLInputElement;
const lead = document.querySelector('#lead') as HTMLElement;
const button = document.querySelector('button') as HTMLButtonElement;
const fragment = new URLSearchParams(window.location.hash.slice(1));
const secret = fragment.get('link');
const token = fragment.get('token');

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (button.getAttribute('aria-disabled') === 'true') return;
  void trySignIn(() => (secret ? registerPasskey(nameField.value, secret) : signIn()));
});
start().catch(showError);

async function start() {
  if (token) return trySignIn(() => call('POST /api/sign-in/token', { token }));
  const session = await call('GET /api/session');
  if (session.isSignedIn && !secret) return openDesk();
  if (secret) {
    // A session ends after 30 days; a passkey does not.
    const isKnown = 'Je bent hier al aangemeld. Met een naam blijft dit toestel toegang hebben.';
    const isNew = 'Je krijgt toegang tot de werktafel van je site. Geef dit toestel een naam.';
    lead.textContent = session.isSignedIn ? isKnown : isNew;
    form.dataset.isNew = '';
    button.textContent = 'Voeg dit toestel toe';
  } else if (!session.hasPasskeys) {
    lead.textContent =
      session.signIn === 'token'
        ? 'Open het adres dat ‘npm run desk’ toonde: het is maar één keer te gebruiken.'
        : 'Nog geen enkel toestel heeft toegang. Vraag een link aan wie je server beheert.';
    return;
  }
  form.hidden = false;
}

async function signIn() {
  const optionsJSON = await call('POST /api/sign-in/options', {});
  const response = await withDutchError(() => startAuthentication({ optionsJSON }));
  await call('POST /api/sign-in', response);
}

async function registerPasskey(name: string, secret: string) {
  const optionsJSON = await call('POST /api/passkeys/options', { secret });
  const response = await withDutchError(() => startRegistration({ optionsJSON }));
  await call('POST /api/passkeys', { secret, name, response });
}

/** Runs a WebAuthn call with an error in Dutch, because that of the browser is in English. */
async function withDutchError<Result>(work: () => Promise<Result>): Promise<Result> {
  return work().catch(() => {
    throw new Error('Niet gelukt. Bevestig het, of meld een bekend toestel gewoon aan.');
  });
}

async function trySignIn(work: () => Promise<unknown>) {
  // The attribute `disabled` would take the focus away. Firefox 115 lacks `button.ariaDisabled`.
  button.setAttribute('aria-disabled', 'true');
  status.textContent = 'Even geduld';
  try {
    await work();
    openDesk();
  } catch (error) {
    showError(error as Error);
  }
  button.removeAttribute('aria-disabled');
}

function showError({ message }: Error) {
  status.textContent = message;
  form.hidden = false;
}

/** A spent secret must not stay in the address. */
function openDesk() {
  const hash = secret || token ? '' : window.location.hash;
  history.replaceState(null, '', `/${hash}`);
  window.location.reload();
}
