import { useState } from 'react';
import { call } from '../call.ts';
import { refresh, useDesk, useServer } from '../Desk.tsx';
import { showJob } from '../online/use-job.ts';
import { Icon } from '../shell/icons.tsx';
import { BackToMore } from './MoreScreen.tsx';

const day = (ms: number) => new Date(ms).toLocaleDateString('nl-BE', { dateStyle: 'long' });

/** Photos and PDFs that were replaced or removed: one tap brings them back. */
export function BinScreen() {
  const items = useServer('GET /api/bin', 'bin') ?? [];
  const { attempt, store } = useDesk();
  const [asked, setAsked] = useState<string>();
  const restore = async (id: string, name: string) => {
    await attempt(
      async () => store.receive(await call('POST /api/bin/:id/restore', undefined, id)),
      `${name} is terug.`,
    );
    await refresh('bin', 'photos', 'files', 'changes');
  };
  const erase = async (id: string) => {
    setAsked(undefined);
    await attempt(async () => showJob(await call('DELETE /api/bin/:id', undefined, id)));
  };
  return (
    <div className="screen">
      <BackToMore />
      <h1>Prullenbak</h1>
      <p className="lead">
        Wat je verving of wegdeed, blijft hier 30 dagen liggen. ‘Wis voorgoed’ haalt het meteen
        overal weg: hier, uit vroeger, en van je site.
      </p>
      <ul className="rows">
        {items.map(({ id, name, kind, thumbnail, removedAtMs, expiresAtMs, isReplaced }) => (
          <li key={id}>
            <div className="row-main">
              {thumbnail ? (
                <img className="thumbnail" src={thumbnail} alt="" />
              ) : (
                <Icon name="file" />
              )}
              <span>
                <strong>{name}</strong>
                <span>
                  {isReplaced ? 'Vervangen' : 'Weggedaan'} op {day(removedAtMs)}, blijft tot{' '}
                  {day(expiresAtMs)}
                </span>
              </span>
            </div>
            <div className="buttons">
              <button type="button" onClick={() => restore(id, name)}>
                <Icon name="undo" /> Haal terug<span className="hidden-text"> {name}</span>
              </button>
              {asked === id ? (
                <button type="button" className="remove" onClick={() => erase(id)}>
                  Ja, wis {kind === 'photo' ? 'de foto' : 'het bestand'} voorgoed
                </button>
              ) : (
                <button type="button" className="remove" onClick={() => setAsked(id)}>
                  Wis voorgoed<span className="hidden-text"> {name}</span>
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {items.length === 0 && <p className="empty">De prullenbak is leeg.</p>}
    </div>
  );
}
