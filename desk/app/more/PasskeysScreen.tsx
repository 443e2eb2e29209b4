import { useState } from 'react';
import { call } from '../call.ts';
import { queryClient, refresh, useDesk, useServer } from '../Desk.tsx';
import { Icon } from '../shell/icons.tsx';
import { registerPasskey } from '../sign-in/passkey.ts';
import { BackToMore } from './MoreScreen.tsx';

const day = (ms: number) => new Date(ms).toLocaleDateString('nl-BE', { dateStyle: 'long' });

/** The devices that may open the desk. */
export function PasskeysScreen() {
  const passkeys = useServer('GET /api/passkeys', 'passkeys') ?? [];
  const { attempt, tell } = useDesk();
  const [name, setName] = useState('');
  const register = async () => {
    try {
      await registerPasskey(name);
      setName('');
      await refresh('passkeys');
      tell({ kind: 'done', text: 'Dit toestel kan zich nu aanmelden.' });
    } catch (error) {
      tell({ kind: 'wrong', text: (error as Error).message });
    }
  };
  const remove = (id: string) =>
    attempt(async () => {
      const left = await call('DELETE /api/passkeys/:id', undefined, id);
      queryClient.setQueryData(['passkeys', ''], left);
    }, 'Dat toestel kan zich niet meer aanmelden.');
  const signOut = (everywhere: boolean) =>
    attempt(async () => {
      await call('POST /api/sign-out', { everywhere });
      window.location.assign('/');
    });
  return (
    <div className="screen form">
      <BackToMore />
      <h1>Toestellen</h1>
      <p className="lead">Elk toestel meldt zich aan met je vinger, je gezicht of je code.</p>
      <ul className="rows">
        {passkeys.map(({ id, name: one, createdAtMs, lastUsedAtMs, isCurrent }) => (
          <li key={id}>
            <div className="row-main">
              <Icon name="key" />
              <span>
                <strong>{one}</strong>
                <span>
                  Sinds {day(createdAtMs)}
                  {lastUsedAtMs !== null && `, laatst gebruikt op ${day(lastUsedAtMs)}`}
                  {isCurrent && ', dit toestel'}
                </span>
              </span>
            </div>
            {passkeys.length > 1 && (
              <button type="button" className="remove" onClick={() => remove(id)}>
                Verwijder<span className="hidden-text"> {one}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void register();
        }}
      >
        <div className="field">
          <label htmlFor="passkey-name">Naam van dit toestel</label>
          <input
            id="passkey-name"
            required
            value={name}
            placeholder="Gsm van An"
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <button type="submit">
          <Icon name="plus" /> Voeg dit toestel toe
        </button>
      </form>
      <p className="help">
        Een ander toestel, of je gsm kwijt? Wie je server beheert, stuurt je een nieuwe link.
      </p>
      <div className="buttons">
        <button type="button" onClick={() => signOut(false)}>
          Meld af
        </button>
        <button type="button" onClick={() => signOut(true)}>
          Meld overal af
        </button>
      </div>
    </div>
  );
}
