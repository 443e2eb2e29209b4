import { call } from '../call.ts';
import type { Saving } from '../content/saving.ts';
import { allFindings, type Desk, useDesk, useServer } from '../Desk.tsx';
import { go, hrefOf } from '../route.ts';
import { Icon } from '../shell/icons.tsx';
import { describeJob, showJob, useJob, useJobEnd } from './use-job.ts';

const SAVING: Record<Saving, string> = {
  saved: 'Bewaard',
  waiting: 'Bewaart straks',
  saving: 'Bewaart',
  refused: 'Eén waarde klopt nog niet; de rest is bewaard',
  offline: 'Geen verbinding: wat je typt, blijft op dit toestel',
  'signed-out': 'Je bent afgemeld. Tik om je aan te melden: wat je typte, blijft hier',
};

const MAX_TITLES = 3;

/** Always in reach: undo, what is not online yet, and 'Zet online'. */
export function OnlineBar() {
  const { content, saving, store } = useDesk();
  const { past, future } = content;
  return (
    <header className="bar">
      <button
        type="button"
        className="icon"
        aria-label="Ongedaan maken"
        title="Ongedaan maken (Ctrl+Z)"
        disabled={past.length === 0}
        onClick={store.undo}
      >
        <Icon name="undo" />
      </button>
      <button
        type="button"
        className="icon redo"
        aria-label="Opnieuw doen"
        title="Opnieuw doen (Ctrl+Shift+Z)"
        disabled={future.length === 0}
        onClick={store.redo}
      >
        <Icon name="redo" />
      </button>
      <p className="saving" data-kind={saving} role="status">
        <span>{SAVING[saving]}</span>
      </p>
      <Publishing />
    </header>
  );
}

function Publishing() {
  const desk = useDesk();
  const job = useJob();
  const changes = useServer('GET /api/changes', 'changes');
  useJobEnd();
  const wrong = allFindings(desk.content).length;
  const titles = (changes?.changes ?? []).map(({ title }) => title);
  const isOnline = changes?.since != null && titles.length === 0 && desk.saving === 'saved';
  const more = titles.length - MAX_TITLES;
  return (
    <>
      <a
        className="summary"
        // To the page that signs in, whose link comes back to here.
        href={desk.saving === 'signed-out' ? '/' : hrefOf('online')}
        data-kind={wrong > 0 ? 'wrong' : undefined}
      >
        {job ? (
          <>
            <strong>Bezig</strong>
            <span role="status">{describeJob(job)}</span>
          </>
        ) : (
          <>
            <strong>
              {wrong > 0
                ? `${wrong === 1 ? 'Eén ding' : `${wrong} dingen`} na te kijken`
                : headline(changes?.since === null, titles.length, isOnline)}
            </strong>
            <span>
              {desk.saving === 'saved'
                ? titles.slice(0, MAX_TITLES).join(', ') + (more > 0 ? ` en ${more} meer` : '')
                : SAVING[desk.saving]}
            </span>
          </>
        )}
      </a>
      <button
        type="button"
        className="main publish"
        disabled={job !== undefined || isOnline}
        onClick={() => publish(desk)}
      >
        Zet online
      </button>
    </>
  );
}

function headline(isFirst: boolean, count: number, isOnline: boolean): string {
  if (isFirst) return 'Je site stond nog niet online';
  if (isOnline) return 'Alles staat online';
  if (count === 0) return 'Nog niet online';
  return count === 1 ? 'Veranderd, nog niet online:' : `${count} veranderd, nog niet online:`;
}

/** Writes what is not saved yet, and puts all of it online; where something is wrong, leads there. */
async function publish({ store, tell, attempt }: Desk): Promise<void> {
  if (!(await store.save())) {
    tell({ kind: 'wrong', text: 'Er is nu geen verbinding. Probeer het zo meteen opnieuw.' });
    return;
  }
  const { findings, broken } = store.getState();
  if (broken.length > 0 || findings.some(({ severity }) => severity === 'error')) {
    tell({ kind: 'wrong', text: 'Kijk dit eerst na; al de rest is bewaard.' });
    go('online');
    return;
  }
  await attempt(async () => showJob(await call('POST /api/publish')));
}
