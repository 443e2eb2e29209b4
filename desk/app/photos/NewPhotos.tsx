import { useEffect, useMemo, useState } from 'react';
import { call } from '../client.ts';
import { useDesk } from '../Desk.tsx';
import { AltHelp, PHOTOS_FILE } from './PhotoDetail.tsx';

interface Row {
  file: File;
  url: string;
  name: string;
  alt: string;
  failure?: string;
}

/** Names and describes what was dropped, then hands it to the server, one after another. */
export function NewPhotos({ files, onDone }: { files: File[]; onDone: () => void }) {
  const { dispatch, draft, reload, tell } = useDesk();
  const [busy, setBusy] = useState<string>();
  const [rows, setRows] = useState<Row[]>(() =>
    files.map((file) => ({
      file,
      url: URL.createObjectURL(file),
      name: file.name.replace(/\.[^.]*$/, ''),
      alt: '',
    })),
  );
  const urls = useMemo(() => rows.map(({ url }) => url), [rows]);
  useEffect(() => () => urls.forEach(URL.revokeObjectURL), []);
  const change = (index: number, part: Partial<Row>) =>
    setRows((now) => now.map((row, at) => (at === index ? { ...row, ...part } : row)));

  async function send() {
    const left: Row[] = [];
    let entries = draft[PHOTOS_FILE] as Record<string, unknown>;
    for (const row of rows) {
      setBusy(row.name);
      try {
        const photo = await call('POST /api/photos?name=', row.file as never, row.name);
        entries = { ...entries, [photo.name]: { focus: [50, 50], alt: row.alt.trim() } };
      } catch (error) {
        left.push({ ...row, failure: (error as Error).message });
      }
    }
    dispatch({ type: 'put', files: { [PHOTOS_FILE]: entries } });
    await reload('photos');
    setBusy(undefined);
    setRows(left);
    const count = rows.length - left.length;
    if (count > 0)
      tell({
        kind: 'done',
        text: `${count === 1 ? 'De foto staat' : `${count} foto’s staan`} erbij. Bewaar, dan kun je ze op een pagina zetten.`,
      });
    if (left.length === 0) onDone();
  }

  return (
    <form
      className="screen"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h1>{rows.length === 1 ? 'Een nieuwe foto' : `${rows.length} nieuwe foto’s`}</h1>
      <AltHelp />
      <ol className="new-photos">
        {rows.map(({ file, url, name, alt, failure }, index) => (
          <li key={url}>
            <img src={url} alt="" />
            <div>
              <div className="field">
                <label htmlFor={`name-${index}`}>Naam</label>
                <input
                  id={`name-${index}`}
                  required
                  value={name}
                  onChange={(event) => change(index, { name: event.target.value })}
                />
              </div>
              <div className="field">
                <label htmlFor={`alt-${index}`}>Wat staat erop?</label>
                <textarea
                  id={`alt-${index}`}
                  required
                  rows={2}
                  value={alt}
                  onChange={(event) => change(index, { alt: event.target.value })}
                />
              </div>
              {failure && (
                <p className="problem" role="alert">
                  {file.name}: {failure}
                </p>
              )}
              <button
                type="button"
                className="remove"
                onClick={() => (rows.length === 1 ? onDone() : setRows(rows.toSpliced(index, 1)))}
              >
                Toch niet
              </button>
            </div>
          </li>
        ))}
      </ol>
      <div className="buttons">
        <button type="submit" className="main" disabled={busy !== undefined}>
          {busy === undefined ? 'Zet bij mijn foto’s' : `Bezig met ${busy}`}
        </button>
        <button type="button" onClick={onDone} disabled={busy !== undefined}>
          Annuleren
        </button>
      </div>
    </form>
  );
}
