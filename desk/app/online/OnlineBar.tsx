import { useEffect, useRef } from 'react';
import type { Job } from '../../api.ts';
import { call, Refused } from '../call.ts';
import { getShown, notify, queryClient, redo, type Saving, save, undo } from '../content/store.ts';
import { run, useDesk, useServer } from '../desk.ts';
import { go, hrefOf } from '../route.ts';
import { Button } from '../shell/parts.tsx';

const SAVING: Record<Saving, string> = {
  saved: 'Bewaard',
  waiting: 'Bewaart straks',
  saving: 'Bewaart',
  refused: 'Eén waarde klopt nog niet; de rest is bewaard',
  offline: 'Geen verbinding: wat je typt, blijft op dit toestel',
  'signed-out': 'Je bent afgemeld. Tik om je aan te melden: wat je typte, blijft hier',
};

const STEPS: Record<NonNullable<Job['progress']>['step'], string> = {
  content: 'Teksten nakijken',
  bundle: 'Onderdelen klaarzetten',
  photos: 'Foto’s maken',
  pages: 'Pagina’s maken',
  compress: 'Inpakken',
  switch: 'Wisselen',
  serve: 'Wachten tot je site het toont',
};

const DONE: Record<Job['kind'], string> = {
  publish: 'Je site staat online.',
  restore: 'Je site is terug zoals toen. Wat er net stond, is bewaard bij Vroeger.',
  purge: 'Voorgoed gewist.',
};

const MAX_TITLES = 3;
const POLL_MS = 400;
const JOB_KEY = ['GET /api/job'];

/** Begins work that takes seconds; the bar shows how far it is, and how it ended. */
export const startJob = (start: () => Promise<Job>) =>
  run(async () => queryClient.setQueryData(JOB_KEY, await start()));

/** Always in reach: undo, what is not online yet, and 'Zet online'. */
export function OnlineBar() {
  const { content, saving, findings, isBusy } = useDesk();
  const canUndo = content.past.length > 0;
  const canRedo = content.future.length > 0;
  const job = useJob();
  const { since, changes = [] } = useServer('GET /api/changes') ?? {};
  const titles = changes.slice(0, MAX_TITLES).map(({ title }) => title);
  if (changes.length > MAX_TITLES) titles.push('…');
  const isOnline = since && titles.length === 0 && saving === 'saved';
  const cannotPublish = job !== undefined || isBusy || Boolean(isOnline);
  const headline = () => {
    if (job) return 'Bezig';
    if (findings.length > 0) return `${findings.length} na te kijken`;
    if (since === null) return 'Je site stond nog niet online';
    if (isOnline) return 'Alles staat online';
    return titles.length > 0 ? `${changes.length} veranderd, nog niet online:` : 'Nog niet online';
  };
  const details = () => {
    if (job) return describeJob(job);
    return (saving === 'saved' && titles.join(', ')) || SAVING[saving];
  };
  return (
    <header className="bar">
      <Button kind="icon" icon="undo" label="Ongedaan maken" disabled={!canUndo} onPress={undo} />
      {canRedo && <Button kind="icon" icon="redo" label="Opnieuw doen" onPress={redo} />}
      <a
        className="summary"
        // To the page that signs in, whose link comes back to here.
        href={saving === 'signed-out' ? '/' : hrefOf('online')}
        data-kind={findings.length > 0 ? 'wrong' : undefined}
      >
        <strong>{headline()}</strong>
        <span className="saving" data-kind={saving} role="status">
          {details()}
        </span>
      </a>
      <Button kind="publish" label="Zet online" disabled={cannotPublish} onPress={publish} />
    </header>
  );
}

async function publish(): Promise<void> {
  if (!(await save())) {
    return notify('Er is nu geen verbinding. Probeer het zo meteen opnieuw.', 'wrong');
  }
  const { findings, broken } = getShown().content;
  if (broken.length > 0 || findings.some(({ severity }) => severity === 'error')) {
    notify('Kijk dit eerst na; al de rest is bewaard.', 'wrong');
    return go(hrefOf('online'));
  }
  await startJob(() => call('POST /api/publish'));
}

/** What the server is working on; says how it ended. An app that opens meanwhile takes it up. */
function useJob(): Job | undefined {
  const isRunning = queryClient.getQueryData<Job>(JOB_KEY)?.state === 'running';
  const job = useServer('GET /api/job', isRunning && POLL_MS);
  const running = useRef<string>(undefined);
  useEffect(() => {
    if (job?.state === 'running') running.current = job.id;
    else if (job && job.id === running.current) {
      running.current = undefined;
      const { kind, state, message = 'Het is niet gelukt.' } = job;
      void run(async () => {
        if (state === 'failed') throw new Refused(422, { message });
      }, DONE[kind]);
    }
  }, [job]);
  return job && isRunning ? job : undefined;
}

/** 'Foto’s maken: 3 van 30' */
function describeJob({ progress }: Job): string {
  if (!progress) return 'We beginnen eraan';
  const count = 'of' in progress && progress.of ? `: ${progress.n} van ${progress.of}` : '';
  return STEPS[progress.step] + count;
}
