import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type Job, Refused } from '../../api.ts';
import { call } from '../call.ts';
import {
  getShown,
  notify,
  queryClient,
  redo,
  reload,
  saveThen,
  undo,
  update,
} from '../content/app-store.ts';
import type { Saving, Shown } from '../content/store.ts';
import { notifyRefused, takeBack, useDesk, useErrors, useServer } from '../desk.ts';
import { go, hrefOf, useRoute } from '../route.ts';
import { Button } from '../shell/parts.tsx';
import { isAboutMissingForm } from './missing-form.ts';
import { pageAt, showPreview } from './preview.ts';

/** Says what is unsaved, and where it is kept meanwhile. */
export function describeSaving({ saving, reason, isKept }: Shown): string {
  const where = isKept ? 'wat je typt, blijft op dit toestel' : 'sluit dit venster nog niet';
  const texts: Record<Saving, string> = {
    saved: 'Bewaard',
    waiting: 'Bewaart straks',
    saving: 'Bewaart',
    offline: `Geen verbinding: ${where}`,
    later: `Nog niet bewaard, we proberen het opnieuw: ${where}. ${reason}`,
    'signed-out': `Je bent afgemeld. Tik om je aan te melden: ${where}`,
    outdated: `De werktafel is vernieuwd. Tik om te herladen: ${where}`,
  };
  return texts[saving];
}

const DONE: Record<Job['kind'], string> = {
  publish: 'Je site staat online.',
  preview: 'Je voorbeeld is klaar.',
  purge: 'Voorgoed gewist.',
};

const POLL_MS = 400;
const JOB = ['GET /api/job'];

/** Shows a job of the server, which another device may have started, and says how it ended. */
export function useJob(): Job | undefined {
  const { data: job } = useQuery({
    queryKey: JOB,
    queryFn: () => call('GET /api/job'),
    // It goes on while the phone has no network.
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
  });
  return job ?? undefined;
}

/** The last job that was told, so that one which ended with a restart is told too. */
const TOLD = 'desk-told-job';

function useJobEnd(job: Job | undefined) {
  const running = useRef<string>(undefined);
  useEffect(() => {
    if (job?.state === 'running') running.current = job.id;
    if (!job || job.state === 'running' || readTold() === job.id) return;
    keepTold(job.id);
    const isFollowed = running.current === job.id;
    if (job.state === 'failed') notify(job.message ?? 'Het is niet gelukt.', 'wrong');
    else if (isFollowed && job.kind === 'publish' && job.warnings.length > 0) {
      notify(`${DONE[job.kind]} Bij ‘Wat er verandert’ staat wat nog beter kan.`);
    } else if (isFollowed) notify(DONE[job.kind]);
    if (isFollowed)
      void reload().then(
        () => queryClient.invalidateQueries(),
        () => {},
      );
  }, [job?.id, job?.state]);
}

let told: string | undefined;

function readTold() {
  try {
    return localStorage.getItem(TOLD) ?? told;
  } catch {
    return told;
  }
}

function keepTold(id: string) {
  told = id;
  try {
    localStorage.setItem(TOLD, id);
  } catch {
    // Then it is told once more.
  }
}

/** Starts work of the server after what waits is saved. */
export async function startJob(start: () => Promise<Job>): Promise<Job | undefined> {
  update({ isBusy: true });
  let job: Job | undefined;
  try {
    const isSaved = await saveThen(async () => {
      job = await start();
      queryClient.setQueryData(JOB, job);
    });
    if (!isSaved) {
      const shown = getShown();
      notify(describeSaving(shown), shown.saving === 'offline' ? 'offline' : 'wrong');
    }
    return job;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    notifyRefused(error);
    if (error.status === 422) go(hrefOf('online'));
  } finally {
    update({ isBusy: false });
  }
  return undefined;
}

/** Always in reach. */
export function OnlineBar() {
  const shown = useDesk();
  const { content, files, saving, isBusy } = shown;
  const preview = useServer('GET /api/preview');
  const route = useRoute();
  const errors = useErrors();
  const job = useJob();
  useJobEnd(job);
  // Without a session nobody knows whether it still runs.
  const isWorking = job?.state === 'running' && saving !== 'signed-out';
  const { since, changes = [] } = content.changes ?? {};
  const isOnline = Boolean(since) && changes.length === 0 && saving === 'saved';
  // A missing form is one problem, however many buttons lead there.
  const formless = errors.filter(isAboutMissingForm).length;
  const count = errors.length - Math.max(0, formless - 1);
  const headline = () => {
    if (isWorking) return 'Bezig';
    if (saving === 'signed-out') return 'Meld je aan';
    if (saving === 'outdated') return 'Herlaad';
    if (count > 0) return `${count} na te kijken`;
    if (since === null) return 'Je site stond nog niet online';
    if (isOnline) return 'Alles staat online';
    return changes.length > 0 ? `${changes.length} veranderd, nog niet online:` : 'Nog niet online';
  };
  const details = () => {
    if (isWorking && saving === 'saved') return describeJob(job);
    const titles = changes.map(({ title }) => title).join(', ');
    return (saving === 'saved' && titles) || describeSaving(shown);
  };
  // The sign-in page leads back to here.
  const isAtRoot = saving === 'signed-out' || saving === 'outdated';
  return (
    <header className="bar">
      <Button
        kind="icon"
        icon="undo"
        label="Ongedaan maken"
        disabled={content.past.length === 0}
        onPress={() => takeBack(undo)}
      />
      {content.future.length > 0 && (
        <Button kind="icon" icon="redo" label="Opnieuw doen" onPress={() => takeBack(redo)} />
      )}
      <a
        className="summary"
        href={isAtRoot ? '/' : hrefOf('online')}
        data-kind={errors.length > 0 ? 'wrong' : undefined}
      >
        {/* Their lines are limited together, so that the bar keeps its height. */}
        <span className="lines">
          <strong>{headline()}</strong>
          <span className="saving" data-kind={saving} role="status">
            {details()}
          </span>
        </span>
      </a>
      {preview?.isOn && (
        <Button
          kind="icon"
          icon="eye"
          label="Bekijk eerst"
          disabled={isBusy || isWorking}
          onPress={() => showPreview(pageAt(route, files))}
        />
      )}
      <Button
        kind="publish"
        label="Zet online"
        disabled={isBusy || isWorking || isOnline}
        onPress={() => startJob(() => call('POST /api/publish'))}
      />
      {isWorking && <progress aria-label={WORK} value={fractionOf(job)} />}
    </header>
  );
}

const WORK = 'Je site wordt klaargemaakt';

/** 'Je site wordt klaargemaakt: 3 van 30' */
function describeJob({ progress }: Job) {
  const isCounted = progress && 'of' in progress;
  return isCounted ? `${WORK}: ${progress.n} van ${progress.of}` : WORK;
}

/** In the order in which they are done. */
const STEPS = ['content', 'bundle', 'photos', 'pages', 'compress', 'switch', 'serve'];

/** From 0 to 1; each step counts for as much as another. */
function fractionOf({ progress }: Job): number {
  if (!progress) return 0;
  const { step, n = 0, of = 1 }: { step: string; n?: number; of?: number } = progress;
  return (STEPS.indexOf(step) + n / of) / STEPS.length;
}
