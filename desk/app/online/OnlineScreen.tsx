import type { BrokenFile, FileChange, Version } from '../../api.ts';
import { titleOf } from '../../titles.ts';
import { call } from '../call.ts';
import { allFindings, useDesk, useServer } from '../Desk.tsx';
import { Icon } from '../shell/icons.tsx';
import { brokenLinks, withoutLinks } from './broken-links.ts';
import { placeOf } from './place-of.ts';
import { showJob, useJob } from './use-job.ts';

const when = (ms: number) =>
  new Date(ms).toLocaleString('nl-BE', { dateStyle: 'long', timeStyle: 'short' });

/** What is not right yet, what is not online yet, and what was online before. */
export function OnlineScreen() {
  const desk = useDesk();
  const changes = useServer('GET /api/changes', 'changes');
  const versions = useServer('GET /api/versions', 'versions') ?? [];
  const findings = allFindings(desk.content).filter(
    ({ file }) => !desk.content.broken.some(({ path }) => path === file),
  );
  return (
    <div className="screen">
      <h1>Wat er verandert</h1>
      <Hidden />
      {desk.content.broken.map((file) => (
        <Broken key={file.path} file={file} />
      ))}
      {findings.length > 0 && (
        <section aria-labelledby="wrong">
          <h2 id="wrong">Na te kijken voor je online zet</h2>
          <ul className="findings">
            {findings.map(({ file, path, message }) => (
              <li key={`${file} ${path.join('.')} ${message}`}>
                <a href={placeOf(file, path)}>{titleOf(file, desk.files[file])}</a>
                <p>{message}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="changes">
        <h2 id="changes">
          {changes?.since ? `Sinds ${when(changes.since.atMs)}` : 'Nog niet online'}
        </h2>
        {changes?.since === null && (
          <p className="lead">Met ‘Zet online’ staat je site er voor het eerst.</p>
        )}
        {changes?.since && changes.changes.length === 0 && (
          <p className="lead">Wat online staat, is wat je hier ziet.</p>
        )}
        <Changes changes={changes?.changes ?? []} />
      </section>
      <section aria-labelledby="before">
        <h2 id="before">Vroeger</h2>
        <p className="help">
          ‘Zet terug’ maakt je site en je teksten weer zoals toen. Wat er nu staat, wordt eerst
          bewaard en komt mee in deze lijst.
        </p>
        <ol className="rows">
          {versions.map((version) => (
            <VersionRow key={version.id} version={version} />
          ))}
        </ol>
        {versions.length === 0 && <p className="empty">Nog niets.</p>}
      </section>
    </div>
  );
}

function VersionRow({ version: { id, atMs, isOnline, kind } }: { version: Version }) {
  const { attempt, store } = useDesk();
  const job = useJob();
  const restore = () =>
    attempt(async () => {
      await store.save();
      showJob(await call('POST /api/versions/:id/restore', undefined, id));
    });
  return (
    <li>
      <div className="row-main">
        <strong>{when(atMs)}</strong>
        <span>
          {isOnline
            ? 'Staat nu online'
            : kind === 'kept'
              ? 'Wat er stond voor je iets terugzette'
              : 'Stond online'}
        </span>
      </div>
      {(!isOnline || kind === 'kept') && (
        <button type="button" disabled={job !== undefined} onClick={restore}>
          <Icon name="undo" /> Zet terug<span className="hidden-text"> naar {when(atMs)}</span>
        </button>
      )}
    </li>
  );
}

const KINDS = { changed: 'veranderd', added: 'nieuw', removed: 'weg' };

function Changes({ changes }: { changes: FileChange[] }) {
  return (
    <ul className="changes">
      {changes.map(({ file, title, kind, texts, more }) => (
        <li key={file}>
          <h3>
            <a href={placeOf(file, [])}>{title}</a> <span className="tag">{KINDS[kind]}</span>
          </h3>
          <ul className="texts">
            {texts.map(({ place, before, after }, index) => (
              <li key={index}>
                <p className="place">{place}</p>
                {before !== undefined && <del>{before}</del>}
                {after !== undefined && <ins>{after}</ins>}
              </li>
            ))}
          </ul>
          {more > 0 && <p className="help">En nog {more} andere.</p>}
        </li>
      ))}
    </ul>
  );
}

/** Links to pages that were hidden: one tap takes them away. */
function Hidden() {
  const { files, act, set } = useDesk();
  return brokenLinks(files).map(({ file, title, links }) => (
    <section className="mend" key={file}>
      <p>
        De pagina ‘{title}’ staat niet op de site, en er {links.length === 1 ? 'gaat' : 'gaan'} nog{' '}
        {links.length === 1 ? 'één link' : `${links.length} links`} naartoe.
      </p>
      <div className="buttons">
        <button type="button" className="main" onClick={() => act(withoutLinks(files, links))}>
          Haal {links.length === 1 ? 'die link' : 'die links'} weg
        </button>
        <button type="button" onClick={() => set(file, ['hidden'], undefined)}>
          Toon de pagina weer
        </button>
      </div>
    </section>
  ));
}

/** A file that somebody wrote by hand and that cannot be read. */
function Broken({ file }: { file: BrokenFile }) {
  const { attempt, store } = useDesk();
  const revert = () =>
    attempt(
      async () =>
        store.receive(await call('POST /api/content/revert', { path: file.path, hash: file.hash })),
      'Dat bestand is weer zoals het online staat.',
    );
  return (
    <section className="mend">
      <h2>{titleOf(file.path, undefined)} kan niet gelezen worden</h2>
      {file.findings.map(({ message, line }) => (
        <p key={message}>
          {line && `Regel ${line}: `}
          {message}
        </p>
      ))}
      <details>
        <summary>Wat er in {file.path} staat</summary>
        <pre>{file.text}</pre>
      </details>
      <button type="button" className="main" onClick={revert}>
        Neem wat online staat
      </button>
    </section>
  );
}
