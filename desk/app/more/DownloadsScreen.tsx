import { useState } from 'react';
import { call } from '../call.ts';
import { refresh, useDesk, useDownloads } from '../Desk.tsx';
import { hrefOf } from '../route.ts';
import { FileButton } from '../shell/FileButton.tsx';
import { Icon } from '../shell/icons.tsx';
import { BackToMore } from './MoreScreen.tsx';

const size = (bytes: number) =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1).replace('.', ',')} MB`;

/** PDFs for visitors: next month's menu takes the place of this month's, at the same address. */
export function DownloadsScreen() {
  const downloads = useDownloads();
  const { attempt } = useDesk();
  const [busy, setBusy] = useState<string>();
  const work = async (task: () => Promise<unknown>, done: string) => {
    setBusy('Even geduld');
    await attempt(task, done);
    await refresh('files', 'bin', 'changes');
    setBusy(undefined);
  };
  const add = ([file]: File[]) =>
    file &&
    work(
      () => call('POST /api/files?name=', file as never, file.name),
      `${file.name} staat erbij. Zet het op een pagina met een deel ‘Bestand’.`,
    );
  const replace = (name: string, [file]: File[]) =>
    work(
      () => call('PUT /api/files/:name', file as never, name),
      `${name} is vervangen; elke link blijft kloppen.`,
    );
  const remove = (name: string) =>
    work(
      () => call('DELETE /api/files/:name', undefined, name),
      `${name} ligt in de prullenbak, 30 dagen lang.`,
    );
  return (
    <div className="screen">
      <BackToMore />
      <div className="head">
        <h1>Bestanden</h1>
        <a href={hrefOf('meer', 'prullenbak')}>Prullenbak</a>
      </div>
      <p className="lead">
        Om te openen of te bewaren, zoals het menu van de maand. Vervang het volgende maand: het
        adres blijft hetzelfde.
      </p>
      <ul className="rows">
        {downloads.map(({ name, href, bytes, changedAtMs, uses }) => (
          <li key={name}>
            <a className="row-main" href={href} target="_blank" rel="noreferrer">
              <Icon name="file" />
              <span>
                <strong>{name}</strong>
                <span>
                  {size(bytes)}, van{' '}
                  {new Date(changedAtMs).toLocaleDateString('nl-BE', { dateStyle: 'long' })}
                  {uses.length === 0 && ', nergens gebruikt'}
                </span>
              </span>
            </a>
            <div className="tools">
              <FileButton
                icon="file"
                label={`Vervang ${name}`}
                accept=".pdf"
                busy={busy}
                onFiles={(list) => replace(name, list)}
              />
              {uses.length === 0 && (
                <button
                  type="button"
                  className="icon"
                  aria-label={`${name} naar de prullenbak`}
                  onClick={() => remove(name)}
                >
                  <Icon name="trash" />
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {downloads.length === 0 && <p className="empty">Er zijn nog geen bestanden.</p>}
      <FileButton icon="plus" label="Een PDF erbij" accept=".pdf" busy={busy} onFiles={add} />
    </div>
  );
}
