import { useEffect } from 'react';
import { type Job, Refused } from '../../api.ts';
import { call } from '../call.ts';
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

const DONE: Record<Job['kind'], string> = {
  publish: 'Je site staat online.',
  restore: 'Je site is terug zoals toen. Wat er net stond, is bewaard bij Vroeger.',
  purge: 'Voorgoed gewist.',
};

const POLL_MS = 400;

/** Follows work of the server until it ends. */
export async function followJob(start: () => Promise<Job | null>): Promise<void> {
  let job = null as Job | null;
  const isDone = await run(async () => {
    job = await start();
    showJob(job);
    while (job?.state === 'running') {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      // It goes on while the phone has no network.
      job = await call('GET /api/job').catch((error: Refused) => {
        if (error.status === 0) return job;
        throw error;
      });
      showJob(job);
    }
    if (job?.state === 'failed') throw new Refused(422, job.message ?? 'Mislukt.');
  });
  if (isDone && job) notify(DONE[job.kind]);
}

const showJob = (job: Job | null) => queryClient.setQueryData(['GET /api/job'], job);

/** Always in reach. */
export function OnlineBar() {
  const { content, saving, findings, isBusy } = useDesk();
  const canUndo = content.past.length > 0;
  const canRedo = content.future.length > 0;
  const job = useServer('GET /api/job');
  const isWorking = job?.state === 'running';
  // An app that is opened meanwhile follows it too.
  useEffect(() => {
    if (isWorking && !getShown().isBusy) void followJob(async () => job);
  }, [isWorking]);
  const { since, changes = [] } = useServer('GET /api/changes') ?? {};
  const isOnline = Boolean(since) && changes.length === 0 && saving === 'saved';
  const headline = () => {
    if (isWorking) return 'Bezig';
    if (findings.length > 0) return `${findings.length} na te kijken`;
    if (since === null) return 'Je site stond nog niet online';
    if (isOnline) return 'Alles staat online';
    return changes.length > 0 ? `${changes.length} veranderd, nog niet online:` : 'Nog niet online';
  };
  const details = () => {
    if (isWorking) return describeJob(job);
    const titles = changes.map(({ title }) => title).join(', ');
    return (saving === 'saved' && titles) || SAVING[saving];
  };
  return (
    <header className="bar">
      <Button kind="icon" icon="undo" label="Ongedaan maken" disabled={!canUndo} onPress={undo} />
      {canRedo && <Button kind="icon" icon="redo" label="Opnieuw doen" onPress={redo} />}
      <a
        className="summary"
        // The sign-in page leads back to here.
        href={saving === 'signed-out' ? '/' : hrefOf('online')}
        data-kind={findings.length > 0 ? 'wrong' : undefined}
      >
        <strong>{headline()}</strong>
        <span className="saving" data-kind={saving} role="status">
          {details()}
        </span>
      </a>
      <Button kind="publish" label="Zet online" disabled={isBusy || isOnline} onPress={publish} />
    </header>
  );
}

async function publish() {
  if (!(await save())) return notify(SAVING[getShown().saving], 'wrong');
  const { findings } = getShown().content;
  if (findings.some(({ severity }) => severity === 'error')) {
    notify('Kijk dit eerst na; al de rest is bewaard.', 'wrong');
    return go(hrefOf('online'));
  }
  await followJob(() => call('POST /api/publish'));
}

/** 'Je site wordt klaargemaakt: 3 van 30' */
function describeJob({ progress }: Job) {
  const text = 'Je site wordt klaargemaakt';
  const isCounted = progress && 'of' in progress;
  return isCounted ? `${text}: ${progress.n} van ${progress.of}` : text;
}
