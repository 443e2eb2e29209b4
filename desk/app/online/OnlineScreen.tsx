import { diffWordsWithSpace } from 'diff';
import { useId } from 'react';
import { type ContentVersion, type FileChange, RefusedError } from '../../shared/api.ts';
import { fileTitle } from '../../shared/pages.ts';
import { call } from '../api/call.ts';
import { useQueryData, useServerState } from '../api/queries.ts';
import { formatDay } from '../dates/format-day.ts';
import { edit, getShown, removeUnreadable, save } from '../draft/app-store.ts';
import { runAndReport } from '../draft/run-and-report.ts';
import { explainSaving } from '../draft/saving.ts';
import { useDeskState, useErrors } from '../draft/use-desk-state.ts';
import { RevertToOnline } from '../form/RevertToOnline.tsx';
import { useJob } from '../jobs/job.ts';
import { FORMS } from '../more/FormScreen.tsx';
import { fieldHref, hrefOf, openedFrom } from '../navigation/route.ts';
import { newSection } from '../pages/sections.ts';
import { Button } from '../ui/Button.tsx';
import type { IconName } from '../ui/icons.ts';
import { LoadingPlaceholder } from '../ui/LoadingPlaceholder.tsx';
import { EmptyState } from '../ui/pictures.tsx';
import { Row, Rows } from '../ui/Rows.tsx';
import { Screen } from '../ui/Screen.tsx';
import { removeLinks } from './broken-links.ts';
import { dropChange } from './drop-change.ts';
import { findFormRestoration, isAboutMissingForm } from './missing-form.ts';
import { PreviewRows } from './PreviewRows.tsx';

/** Up to this many changed texts are shown at once; more are collapsed, by page. */
const MAX_OPEN = 4;

export function OnlineScreen() {
  const shown = useDeskState();
  const { content, files, unreadable, saving } = shown;
  const errors = useErrors();
  const { since, changes = [] } = content.changes ?? {};
  const isShort = changes.flatMap(({ texts }) => texts).length <= MAX_OPEN;
  const versions = useQueryData('GET /api/versions');
  const headingId = useId();
  const job = useJob();
  const warnings = job?.state === 'done' ? job.warnings : [];
  const removal = removeLinks(files, errors);
  const filesWithBrokenLinks = Object.keys(removal);
  const formless = errors.filter(isAboutMissingForm);
  const wrong = errors.filter((error) => {
    return !content.broken.includes(error.file) && !isAboutMissingForm(error);
  });
  const [title, unchanged] = since
    ? [`Sinds ${formatDay(since.atMs, 'short')}`, 'Wat online staat, is wat je hier ziet.']
    : ['Nog niet online', 'Met ‘Zet online’ staat je site er voor het eerst.'];
  return (
    <Screen title="Wat er verandert" backTo={openedFrom() ?? hrefOf('meer')}>
      {saving === 'later' && <p className="problem">{explainSaving(shown)}</p>}
      <Rows title="Na te kijken voor je online zet" kind="cards">
        {filesWithBrokenLinks.length > 0 && (
          <Row
            icon="warning"
            title="Links naar een pagina die er niet meer staat"
            lines={filesWithBrokenLinks.map((file) => fileTitle(file, files[file]))}
          >
            <Button kind="main" label="Haal die links weg" onPress={() => edit(removal)} />
          </Row>
        )}
        {formless.length > 0 && <MissingForm pages={formless.map(({ file }) => file)} />}
        {content.broken.map((path) => (
          <BrokenRow key={path} path={path} />
        ))}
        {wrong.map((finding) => (
          <Row
            key={`${finding.file} ${finding.path.join('.')} ${finding.message}`}
            icon="warning"
            title={fileTitle(finding.file, files[finding.file])}
            lines={[finding.message]}
            href={fieldHref(finding.file, finding.path)}
          >
            <RevertToOnline finding={finding} />
          </Row>
        ))}
      </Rows>
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

/** @param pages files that lead to the form */
function MissingForm({ pages }: { pages: string[] }) {
  const { files } = useDeskState();
  const online = useQueryData('GET /api/online');
  const form = online && findFormRestoration(files, online, newSection('enquiry-form'));
  const titles = [...new Set(pages)].map((file) => fileTitle(file, files[file]));
  return (
    <Row
      icon="warning"
      title="Er staat geen aanvraagformulier meer op je site"
      lines={[`Op ${titles.join(', ')} leidt er wel iets naartoe.`]}
    >
      {form && <Button kind="main" label={form.label} onPress={() => edit(form.changes)} />}
    </Row>
  );
}

function MissingRows() {
  const { content, files } = useDeskState();
  const forms: Partial<Record<string, { icon: IconName }>> = FORMS;
  const ofServer = useServerState()?.missing ?? [];
  const ofContent = content.findings.filter(({ code, severity }) => code && severity === 'warning');
  return (
    <Rows title="Nodig voor een echte site" kind="cards">
      {ofContent.map(({ file, path, message }) => (
        <Row
          key={`${file} ${message}`}
          icon={forms[file]?.icon ?? 'page'}
          title={fileTitle(file, files[file])}
          lines={[message]}
          href={fieldHref(file, path)}
        />
      ))}
      {ofServer.length > 0 && (
        <Row
          icon="settings"
          title="Voor wie je server beheert"
          lines={[ofServer.length === 1 ? '1 punt' : `${ofServer.length} punten`]}
        >
          <div className="changes">
            <details>
              <summary>Toon ze</summary>
              <ul className="points">
                {ofServer.map(({ code, message }) => (
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

/** A file that cannot be read, usually because it was edited by hand. */
function BrokenRow({ path }: { path: string }) {
  const { isBusy } = useDeskState();
  const findings = useErrors().filter(({ file }) => file === path);
  const texts = findings.map(({ line, message }) => {
    return line ? `Regel ${line}: ${message}` : message;
  });
  return (
    <Row
      icon="warning"
      title={`${fileTitle(path, undefined)} kan niet gelezen worden`}
      lines={texts}
    >
      <Button
        icon="undo"
        label="Neem wat online staat"
        disabled={isBusy}
        onPress={() =>
          runAndReport(
            () => call('POST /api/online/:path', {}, path),
            'Gelukt. Wat er stond, ligt 30 dagen in de prullenbak.',
          )
        }
      />
    </Row>
  );
}

const KINDS = { changed: 'Veranderd', added: 'Nieuw', removed: 'Weg' };

function ChangeRow(props: FileChange & { isOpen: boolean }) {
  const { file, title, kind, texts, isOpen } = props;
  const { files, content, isBusy } = useDeskState();
  const online = useQueryData('GET /api/online');
  const drop = dropChange({ file, kind }, files, online);
  // Changes can be dropped only when a release is online whose value can be restored.
  const isDroppable = drop && content.changes?.since && !content.broken.includes(file);
  return (
    <Row icon="pencil" title={title} lines={[KINDS[kind]]} href={fieldHref(file, [])}>
      {(texts.length > 0 || isDroppable) && (
        <div className="changes">
          {texts.length > 0 && (
            <details open={isOpen}>
              <summary>{texts.length === 1 ? '1 tekst' : `${texts.length} teksten`}</summary>
              {texts.map(({ breadcrumb, before, after }, index) => (
                <div key={index} className="change">
                  <p className="help">{breadcrumb}</p>
                  <WordDiff before={before} after={after} />
                </div>
              ))}
            </details>
          )}
          {isDroppable && (
            <Button
              icon="undo"
              label="Laat dit vallen"
              about={title}
              confirmLabel="Ja, laat vallen"
              disabled={isBusy}
              onPress={drop}
            />
          )}
        </div>
      )}
    </Row>
  );
}

/** Marks the changed words. */
function WordDiff({ before, after }: { before: string; after: string }) {
  const pieces = diffWordsWithSpace(before, after);
  const kept = pieces.filter(({ added, removed }) => !added && !removed);
  // When less than half is kept, both texts are easier to read.
  const isReadable = 2 * kept.map(({ value }) => value).join('').length >= after.length;
  if (!isReadable) {
    return (
      <>
        {before && <del>{before}</del>}
        {after && <ins>{after}</ins>}
      </>
    );
  }
  return (
    <p className="words">
      {pieces.map(({ value, added, removed }, index) => {
        if (added) return <ins key={index}>{value}</ins>;
        return removed ? <del key={index}>{value}</del> : <span key={index}>{value}</span>;
      })}
    </p>
  );
}

/**
 * A version of the site that can be restored. Restoring the one that is online discards the changes
 * since.
 */
function VersionRow({ id, atMs, isOnline, kind }: ContentVersion) {
  const { isBusy } = useDeskState();
  const when = formatDay(atMs, 'short');
  const before = kind === 'kept' ? 'Wat er stond voor je iets terugzette' : 'Stond online';
  const restore = () =>
    runAndReport(async () => {
      if (!(await save())) throw new RefusedError(0, getShown().reason);
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
