import { useId } from 'react';
import type { FileChange } from '../../shared/api.ts';
import { call } from '../api/call.ts';
import { useQueryData } from '../api/queries.ts';
import { describeSaving, isCutOff } from '../draft/saving.ts';
import { hasUnsaved } from '../draft/state.ts';
import { startJob, useJob, useJobEnd } from '../jobs/job.ts';
import { describeCount, fractionOf, JOB_NAMES } from '../jobs/progress.ts';
import { hrefOf, useRoute } from '../navigation/route.ts';
import { redo, undo } from '../store/app-store.ts';
import { undoOrRedo } from '../store/undo.ts';
import { useDeskState, useErrors } from '../store/use-desk-state.ts';
import { Button } from '../ui/Button.tsx';
import { isAboutMissingForm } from './missing-form.ts';
import { pageAt, showPreview } from './preview.ts';

/** The bar on every screen, with 'Zet online', undo, and the number of errors. */
export function OnlineBar() {
  const desk = useDeskState();
  const { content, files, saving, isBusy } = desk;
  const preview = useQueryData('GET /api/preview');
  const route = useRoute();
  const errors = useErrors();
  const savingId = useId();
  const job = useJob();
  useJobEnd(job);
  const cutOff = isCutOff(saving);
  // While the desk is cut off, the app cannot know whether the job is still running.
  const isWorking = job?.state === 'running' && !cutOff;
  const isJobShown = isWorking && saving === 'saved';
  const { since, changes = [] } = content.changes ?? {};
  const isOnline = Boolean(since) && changes.length === 0 && saving === 'saved';
  // A missing form counts as one error, however many buttons lead to it.
  const formless = errors.filter(isAboutMissingForm).length;
  const count = errors.length - Math.max(0, formless - 1);
  const headline = () => {
    if (isWorking) return 'Bezig';
    if (saving === 'signed-out') return 'Meld je aan';
    if (saving === 'outdated') return 'Herlaad';
    if (count > 0) return `${count} na te kijken`;
    if (isOnline) return 'Alles staat online';
    if (since && changes.length > 0) return <Changed changes={changes} />;
    // The app cannot know whether the site online still differs from the draft.
    return cutOff && since && !hasUnsaved(content) ? 'Alles is bewaard' : 'Nog niet online';
  };
  const details = () => {
    if (isJobShown) return JOB_NAMES[job.kind];
    if (saving !== 'saved' || changes.length === 0) return describeSaving(desk);
    const titles = changes.map(({ title }) => title).join(', ');
    if (!since) return titles;
    return (
      <>
        Nog niet online<span className="titles">: {titles}</span>
      </>
    );
  };
  const kindOfSummary = () => {
    if (errors.length > 0) return 'wrong';
    return isOnline ? 'online' : undefined;
  };
  // The sign-in page returns to this address.
  const isAtRoot = saving === 'signed-out' || saving === 'outdated';
  return (
    <header className="bar">
      <a className="summary" href={isAtRoot ? '/' : hrefOf('online')} data-kind={kindOfSummary()}>
        <span className="lines">
          <strong>{headline()}</strong>
          <span className="saving" role="status" id={savingId}>
            {details()}
            {/* A screen reader would read out each count, several times a second. */}
            {isJobShown && <span aria-hidden="true">{describeCount(job)}</span>}
          </span>
        </span>
      </a>
      <Button
        kind="icon"
        icon="undo"
        label="Ongedaan maken"
        disabled={content.past.length === 0}
        onPress={() => undoOrRedo(undo)}
      />
      {content.future.length > 0 && (
        <Button kind="icon" icon="redo" label="Opnieuw doen" onPress={() => undoOrRedo(redo)} />
      )}
      {preview?.isOn && (
        <Button
          kind="icon"
          icon="eye"
          label="Bekijk eerst"
          data-gives-way={content.future.length > 0 || undefined}
          disabled={isBusy || isWorking || cutOff}
          onPress={() => showPreview(pageAt(route, files))}
        />
      )}
      <Button
        kind="publish"
        label="Zet online"
        disabled={isBusy || isWorking || isOnline || cutOff}
        // The text beside the button gives the reason.
        aria-describedby={cutOff ? savingId : undefined}
        onPress={() => startJob(() => call('POST /api/publish'))}
      />
      {isWorking && <progress aria-label={JOB_NAMES[job.kind]} value={fractionOf(job)} />}
    </header>
  );
}

/** '2 pagina’s veranderd'. The narrowest phones have no room for the noun. */
function Changed({ changes }: { changes: FileChange[] }) {
  const count = changes.length;
  const [one, more] = changes.every(({ file }) => file.startsWith('pages/'))
    ? ['pagina', 'pagina’s']
    : ['onderdeel', 'onderdelen'];
  return (
    <>
      {count} <span className="noun">{count === 1 ? one : more} </span>veranderd
    </>
  );
}
