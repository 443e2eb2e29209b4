import type { BrokenFile, FileChange, Version } from '../../api.ts';
import { titleOf } from '../../titles.ts';
import { call } from '../call.ts';
import { act } from '../content/store.ts';
import { run, useDesk, useDeskState, useServer } from '../desk.ts';
import { placeOf } from '../route.ts';
import { Button, formatDay, Row, Rows, Screen } from '../shell/parts.tsx';
import { brokenLinks, withoutLinks } from './broken-links.ts';
import { showJob } from './OnlineBar.tsx';

/** What is not right yet, what is not online yet, what a real site misses, and what was online before. */
export function OnlineScreen() {
  const { content, files, findings } = useDesk();
  const changes = useServer('GET /api/changes');
  const versions = useServer('GET /api/versions') ?? [];
  const missing = useDeskState()?.missing ?? [];
  const isBroken = (file: string) => content.broken.some(({ path }) => path === file);
  const wrong = findings.filter(({ file }) => !isBroken(file));
  return (
    <Screen title="Wat er verandert">
      <HiddenPages />
      {content.broken.map((file) => (
        <Broken key={file.path} file={file} />
      ))}
      {wrong.length > 0 && <h2>Na te kijken voor je online zet</h2>}
      <ul className="findings">
        {wrong.map(({ file, path, message }) => (
          <li key={`${file} ${path.join('.')} ${message}`}>
            <a href={placeOf(file, path)}>{titleOf(file, files[file])}</a>
            <p>{message}</p>
          </li>
        ))}
      </ul>
      <h2>
        {changes?.since ? `Sinds ${formatDay(changes.since.atMs, 'short')}` : 'Nog niet online'}
      </h2>
      {changes?.since === null && <p>Met ‘Zet online’ staat je site er voor het eerst.</p>}
      {changes?.since && changes.changes.length === 0 && (
        <p>Wat online staat, is wat je hier ziet.</p>
      )}
      <ul className="changes">
        {changes?.changes.map((change) => (
          <Change key={change.file} {...change} />
        ))}
      </ul>
      {missing.length > 0 && <h2>Nodig voor een echte site</h2>}
      <ul className="findings">
        {missing.map(({ code, message, field }) => (
          <li key={code + message}>
            <p>{message}</p>
            {field ? (
              <a href={placeOf(field.file, field.path)}>Naar het veld</a>
            ) : (
              <p className="help">Dit stelt wie je server beheert in.</p>
            )}
          </li>
        ))}
      </ul>
      <h2>Vroeger</h2>
      <p className="help">
        ‘Zet terug’ maakt je site en je teksten weer zoals toen. Wat er nu staat, wordt eerst
        bewaard en komt mee in deze lijst.
      </p>
      <Rows empty="Nog niets.">
        {versions.map((version) => (
          <VersionRow key={version.id} {...version} />
        ))}
      </Rows>
    </Screen>
  );
}

const KINDS = { changed: 'veranderd', added: 'nieuw', removed: 'weg' };

function Change({ file, title, kind, texts }: FileChange) {
  return (
    <li>
      <h3>
        <a href={placeOf(file, [])}>{title}</a> <span className="tag">{KINDS[kind]}</span>
      </h3>
      {texts.map(({ place, before, after }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a change has no other name
        <div key={index}>
          <p className="help">{place}</p>
          {before !== undefined && <del>{before}</del>}
          {after !== undefined && <ins>{after}</ins>}
        </div>
      ))}
    </li>
  );
}

function VersionRow({ id, atMs, isOnline, kind }: Version) {
  const { isBusy } = useDesk();
  const when = formatDay(atMs, 'short');
  const before = kind === 'kept' ? 'Wat er stond voor je iets terugzette' : 'Stond online';
  const restore = async () => showJob(await call('POST /api/versions/:id/restore', {}, id));
  return (
    <Row icon="clock" title={when} lines={[isOnline ? 'Staat nu online' : before]}>
      {(!isOnline || kind === 'kept') && (
        <Button
          icon="undo"
          label="Zet terug"
          about={`naar ${when}`}
          disabled={isBusy}
          onPress={() => run(restore)}
        />
      )}
    </Row>
  );
}

/** Links to pages that were hidden: one tap takes them away. */
function HiddenPages() {
  const { files } = useDesk();
  return brokenLinks(files).map(({ file, title, links }) => {
    const isOne = links.length === 1;
    return (
      <section className="fix" key={file}>
        <p>
          De pagina ‘{title}’ staat niet op de site, en er{' '}
          {isOne ? 'gaat nog één link' : `gaan nog ${links.length} links`} naartoe.
        </p>
        <Button
          kind="main"
          label={isOne ? 'Haal die link weg' : 'Haal die links weg'}
          onPress={() => act(withoutLinks(files, links))}
        />
      </section>
    );
  });
}

/** A file that was edited by hand and cannot be read. */
function Broken({ file: { path, findings } }: { file: BrokenFile }) {
  const done = 'Dat bestand is weer zoals het online staat.';
  return (
    <section className="fix">
      <h2>{titleOf(path, undefined)} kan niet gelezen worden</h2>
      {findings.map(({ message, line }) => (
        <p key={message}>{line ? `Regel ${line}: ${message}` : message}</p>
      ))}
      <Button
        kind="main"
        label="Neem wat online staat"
        onPress={() => run(() => call('POST /api/content/revert', { path }), done)}
      />
    </section>
  );
}
