import { useId } from 'react';
import { type ContentVersion, RefusedError } from '../../shared/api.ts';
import { fileTitle } from '../../shared/pages.ts';
import { call } from '../api/call.ts';
import { useQueryData, useServerState } from '../api/queries.ts';
import { formatDay } from '../dates/format-day.ts';
import { explainSaving } from '../draft/saving.ts';
import { useJob } from '../jobs/job.ts';
import { FORMS } from '../more/FormScreen.tsx';
import { fieldHref, hrefOf, openedFrom } from '../navigation/route.ts';
import { getDeskState, removeUnreadable, save } from '../store/app-store.ts';
import { runAndReport } from '../store/run-and-report.ts';
import { useDeskState } from '../store/use-desk-state.ts';
import { Button } from '../ui/Button.tsx';
import type { IconName } from '../ui/icons.ts';
import { LoadingPlaceholder } from '../ui/LoadingPlaceholder.tsx';
import { EmptyState } from '../ui/pictures.tsx';
import { Row, Rows } from '../ui/Rows.tsx';
import { Screen } from '../ui/Screen.tsx';
import { ChangeRow } from './ChangeRow.tsx';
import { PreviewRows } from './PreviewRows.tsx';
import { ProblemRows } from './ProblemRows.tsx';

/** Up to this many changed texts are shown at once; more are collapsed, by page. */
const MAX_OPEN = 4;

export function OnlineScreen() {
  const desk = useDeskState();
  const { content, files, unreadable, saving } = desk;
  const { since, changes = [] } = content.changes ?? {};
  const isShort = changes.flatMap(({ texts }) => texts).length <= MAX_OPEN;
  const versions = useQueryData('GET /api/versions');
  const headingId = useId();
  const job = useJob();
  const warnings = job?.state === 'done' ? job.warnings : [];
  const [title, unchanged] = since
    ? [`Sinds ${formatDay(since.atMs, 'short')}`, 'Wat online staat, is wat je hier ziet.']
    : ['Nog niet online', 'Met ‘Zet online’ staat je site er voor het eerst.'];
  return (
    <Screen title="Wat er verandert" backTo={openedFrom() ?? hrefOf('meer')}>
      {saving === 'later' && <p className="problem">{explainSaving(desk)}</p>}
      <ProblemRows />
      <Rows title="Niet bewaard, en voor deze werktafel niet te lezen" kind="cards">
        {unreadable.map(({ key, text }) => (
          <Row
            key={key}
            icon="warning"
            title="Werk van een vorige versie"
            lines={['Het staat nog in deze browser. Neem over wat je nodig hebt.', text]}
          >
            <Button
              kind="remove"
              label="Gooi weg"
              confirmLabel="Ja, gooi weg"
              onPress={() => removeUnreadable(key)}
            />
          </Row>
        ))}
      </Rows>
      {content.changes && (
        <h2 id={headingId} className="since">
          {title}
        </h2>
      )}
      <Rows
        headingId={headingId}
        kind="cards"
        empty={
          content.changes && (
            <EmptyState drawing="online" text={unchanged}>
              <Button label="Naar je pagina’s" href={hrefOf('paginas')} />
            </EmptyState>
          )
        }
      >
        {changes.map((change) => (
          <ChangeRow key={change.file} {...change} isOpen={isShort} />
        ))}
      </Rows>
      <PreviewRows />
      <Rows title="Staat online, en kan nog beter" kind="cards">
        {warnings.map(({ file, path, message }) => (
          <Row
            key={file + message}
            icon="photo"
            title={[fileTitle(file, files[file]), ...path.slice(0, 1)].join(' ')}
            lines={[message]}
            href={fieldHref(file, path)}
          />
        ))}
      </Rows>
      <MissingRows />
      <Rows
        title="Vroeger"
        kind="cards"
        empty={
          versions ? (
            'Nog niets.'
          ) : (
            <LoadingPlaceholder route="GET /api/versions" what="De vorige versies" />
          )
        }
      >
        {versions?.map((version) => (
          <VersionRow key={version.id} {...version} />
        ))}
      </Rows>
      <p className="help">
        ‘Zet terug’ maakt alles op je werktafel weer zoals toen; daarna zet je het zelf online. Wat
        er nu staat, komt mee in deze lijst.
      </p>
    </Screen>
  );
}

function MissingRows() {
  const { content, files } = useDeskState();
  const forms: Partial<Record<string, { icon: IconName }>> = FORMS;
  const missingOnServer = useServerState()?.missing ?? [];
  const warnings = content.findings.filter(({ code, severity }) => code && severity === 'warning');
  return (
    <Rows title="Nodig voor een echte site" kind="cards">
      {warnings.map(({ file, path, message }) => (
        <Row
          key={`${file} ${message}`}
          icon={forms[file]?.icon ?? 'page'}
          title={fileTitle(file, files[file])}
          lines={[message]}
          href={fieldHref(file, path)}
        />
      ))}
      {missingOnServer.length > 0 && (
        <Row
          icon="settings"
          title="Voor wie je server beheert"
          lines={[missingOnServer.length === 1 ? '1 punt' : `${missingOnServer.length} punten`]}
        >
          <div className="changes">
            <details>
              <summary>Toon ze</summary>
              <ul className="points">
                {missingOnServer.map(({ code, message }) => (
                  <li key={code + message}>{message}</li>
                ))}
              </ul>
            </details>
          </div>
        </Row>
      )}
    </Rows>
  );
}

/**
 * A version of the site that can be restored. Restoring the one that is online discards the changes
 * since.
 */
function VersionRow({ id, atMs, isOnline, kind }: ContentVersion) {
  const { isBusy } = useDeskState();
  const when = formatDay(atMs, 'short');
  const before = kind === 'replaced' ? 'Wat er stond voor je iets terugzette' : 'Stond online';
  const restore = () =>
    runAndReport(async () => {
      if (!(await save())) throw new RefusedError(0, getDeskState().reason);
      await call('POST /api/versions/:id/restore', {}, id);
    }, 'Alles op je werktafel is weer zoals toen. Wat er stond, is bewaard bij Vroeger.');
  return (
    <Row icon="clock" title={when} lines={[isOnline ? 'Staat nu online' : before]}>
      <Button
        icon="undo"
        label="Zet terug"
        about={`naar ${when}`}
        disabled={isBusy}
        onPress={restore}
      />
    </Row>
  );
}
