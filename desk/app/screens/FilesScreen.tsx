import { useState } from 'react';
import { call } from '../client.ts';
import { useDesk } from '../Desk.tsx';
import { DropField } from '../photos/DropField.tsx';

const size = (bytes: number) =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1).replace('.', ',')} MB`;

/** Files for visitors: next month's menu takes the place of this month's, at the same address. */
export function FilesScreen() {
  const { files, reload, tell, complain } = useDesk();
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true);
    try {
      await work();
      await reload('files');
      tell({ kind: 'done', text: done });
    } catch (error) {
      complain(error);
    } finally {
      setBusy(false);
    }
  };
  const add = ([file]: File[]) =>
    file &&
    attempt(
      () => call('POST /api/files?name=', file as never, file.name),
      `${file.name} staat erbij. Zet het op een pagina met een deel ‘Bestand’.`,
    );
  const replace = (name: string, [file]: File[]) =>
    file &&
    attempt(
      () => call('PUT /api/files/:name', file as never, name),
      `${name} is vervangen; elke link blijft kloppen.`,
    );
  const remove = (name: string) =>
    confirm(`‘${name}’ voorgoed wissen?`) &&
    attempt(() => call('DELETE /api/files/:name', undefined, name), `${name} is gewist.`);
  return (
    <div className="screen">
      <h1>Bestanden</h1>
      <p className="lead">
        Om te openen of te bewaren, zoals het menu van de maand. Vervang het volgende maand: het
        adres blijft hetzelfde.
      </p>
      <DropField
        label="Sleep hier een bestand in, of kies het"
        help="Een PDF van hoogstens 20 MB"
        accept=".pdf"
        isBusy={isBusy}
        onFiles={add}
      />
      <ul className="rows">
        {files.map(({ name, href, bytes, changedAt, uses }) => (
          <li key={name}>
            <a className="row-main" href={href} target="_blank" rel="noreferrer">
              <strong>{name}</strong>
              <span>
                {size(bytes)}, van{' '}
                {new Date(changedAt).toLocaleDateString('nl-BE', { dateStyle: 'long' })}
              </span>
            </a>
            <p className="row-state">
              {uses.length === 0 ? (
                <span className="tag">Nergens gebruikt</span>
              ) : (
                [...new Set(uses.map(({ title }) => title))].map((title) => (
                  <span className="tag" key={title}>
                    {title}
                  </span>
                ))
              )}
            </p>
            <div className="tools">
              <DropField
                label={`Vervang ${name}`}
                accept=".pdf"
                isBusy={isBusy}
                onFiles={(list) => replace(name, list)}
              />
              {uses.length === 0 && (
                <button type="button" className="remove" onClick={() => remove(name)}>
                  Wissen
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {files.length === 0 && <p className="empty">Er zijn nog geen bestanden.</p>}
    </div>
  );
}
