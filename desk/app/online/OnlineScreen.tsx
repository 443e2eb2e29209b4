import type { FileChange, Version } from '../../api.ts';
import { titleOf } from '../../pages.ts';
import { call } from '../call.ts';
import { act } from '../content/store.ts';
import { useDesk, useDeskState, useServer } from '../desk.ts';
import { placeOf } from '../route.ts';
import { Button, formatDay, Row, Rows, Screen } from '../shell/parts.tsx';
import { removeLinks } from './broken-links.ts';
import { followJob } from './OnlineBar.tsx';

export function OnlineScreen() {
  const { content, files, findings } = useDesk();
  const { since, changes = [] } = useServer('GET /api/changes') ?? {};
  const versions = useServer('GET /api/versions') ?? [];
  const missing = useDeskState()?.missing ?? [];
  const mended = removeLinks(files, findings);
  const linking = Object.keys(mended);
  const wrong = findings.filter(({ file }) => !content.broken.includes(file));
  const [title, unchanged] = since
    ? [`Sinds ${formatDay(since.atMs, 'short')}`, 'Wat online staat, is wat je hier ziet.']
    : ['Nog niet online', 'Met ‘Zet online’ staat je site er voor het eerst.'];
  return (
    <Screen title="Wat er verandert">
      <Rows title="Na te kijken voor je online zet">
        {linking.length > 0 && (
          <Row
            icon="warning"
            title="Links naar een verborgen pagina"
            lines={linking.map((file) => titleOf(file, files[file]))}
          >
            <Button kind="main" label="Haal die links weg" onPress={() => act(mended)} />
          </Row>
        )}
        {content.broken.map((path) => (
          <BrokenRow key={path} path={path} />
        ))}
        {wrong.map(({ file, path, message }) => (
          <Row
            key={`${file} ${path.join('.')} ${message}`}
            icon="warning"
            title={titleOf(file, files[file])}
            lines={[message]}
            href={placeOf(file, path)}
          />
        ))}
      </Rows>
      <Rows title={title} empty={unchanged}>
        {changes.map((change) => (
          <ChangeRow key={change.file} {...change} />
        ))}
      </Rows>
      <Rows title="Nodig voor een echte site">
        {missing.map(({ code, message, field }) => (
          <Row
            key={code + message}
            icon="settings"
            title={field ? titleOf(field.file, files[field.file]) : 'Voor wie je server beheert'}
            lines={[message]}
            href={field && placeOf(field.file, field.path)}
          />
        ))}
      </Rows>
      <Rows title="Vroeger" empty="Nog niets.">
        {versions.map((version) => (
          <VersionRow key={version.id} {...version} />
        ))}
      </Rows>
      <p className="help">
        ‘Zet terug’ maakt alles weer zoals toen. Wat er nu staat, komt mee in deze lijst.
      </p>
    </Screen>
  );
}

/** Edited by hand, and not readable any more. */
function BrokenRow({ path }: { path: string }) {
  const findings = useDesk().content.findings.filter(({ file }) => file === path);
  const texts = findings.map(({ line, message }) => {
    return line ? `Regel ${line}: ${message}` : message;
  });
  return (
    <Row
      icon="warning"
      title={`${titleOf(path, undefined)} kan niet gelezen worden`}
      lines={[...texts, 'Laat dit herstellen, of zet hieronder terug wat online staat.']}
    />
  );
}

const KINDS = { changed: 'Veranderd', added: 'Nieuw', removed: 'Weg' };

function ChangeRow({ file, title, kind, texts }: FileChange) {
  return (
    <Row icon="pencil" title={title} lines={[KINDS[kind]]} href={placeOf(file, [])}>
      {texts.map(({ place, before, after }, index) => (
        <div key={index} className="change">
          <p className="help">{place}</p>
          {before && <del>{before}</del>}
          {after && <ins>{after}</ins>}
        </div>
      ))}
    </Row>
  );
}

/** The online one takes back what was changed since. */
function VersionRow({ id, atMs, isOnline, kind }: Version) {
  const { isBusy } = useDesk();
  const when = formatDay(atMs, 'short');
  const before = kind === 'kept' ? 'Wat er stond voor je iets terugzette' : 'Stond online';
  return (
    <Row icon="clock" title={when} lines={[isOnline ? 'Staat nu online' : before]}>
      <Button
        icon="undo"
        label="Zet terug"
        about={`naar ${when}`}
        disabled={isBusy}
        onPress={() => followJob(() => call('POST /api/versions/:id/restore', {}, id))}
      />
    </Row>
  );
}
