import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { ChangesAnswer, FileChange, Job, Release } from '../../api.ts';
import { call, Refused } from '../client.ts';
import { useDesk } from '../Desk.tsx';
import { waitForJob } from '../wait-for-job.ts';
import { TargetForm } from './TargetForm.tsx';

const when = (at: string) =>
  new Date(at).toLocaleString('nl-BE', { dateStyle: 'long', timeStyle: 'short' });

/** What is new since last time, the button that puts it online, and the list that takes it back. */
export function OnlineScreen() {
  const desk = useDesk();
  const { server, reload, complain, tell } = desk;
  const [changes, setChanges] = useState<ChangesAnswer>();
  const [releases, setReleases] = useState<Release[]>([]);
  const [job, setJob] = useState<Job>();
  const [isSetting, setSetting] = useState(false);
  const target = server.target;
  const look = useCallback(async () => {
    const [nowChanges, nowReleases] = await Promise.all([
      call('GET /api/changes'),
      call('GET /api/releases'),
    ]);
    setChanges(nowChanges);
    setReleases(nowReleases);
  }, []);
  useEffect(() => {
    if (target) look().catch(complain);
  }, [target, desk.saved]);

  const run = async (start: () => Promise<Job>, done: string) => {
    try {
      const ended = await waitForJob(await start(), setJob);
      setJob(undefined);
      tell({ kind: 'done', text: ended.url ? `${done} ${ended.url}` : done });
      await Promise.all([look(), reload('server')]);
      return true;
    } catch (error) {
      setJob(undefined);
      if (error instanceof Refused && error.status === 409) return error;
      complain(error);
      return false;
    }
  };
  const takeUp = useEffectEvent(async () => {
    const { job: running } = await call('GET /api/state');
    if (running?.state !== 'running' || running.kind === 'preview') return;
    await run(async () => running, 'Je site staat online.');
  });
  // What was begun before this screen was left, or the page loaded again.
  useEffect(() => {
    takeUp().catch(complain);
  }, []);
  const publish = async (evenIfUnknown: boolean) => {
    if (!(await desk.save())) return;
    const result = await run(
      () => call('POST /api/publish', { evenIfUnknown }),
      'Je site staat online.',
    );
    if (!(result instanceof Refused)) return;
    const action = { label: 'Toch online zetten', run: () => void publish(true) };
    tell({ kind: 'wrong', text: result.message, action });
  };
  const restore = async (release: Release) => {
    if (desk.changes.length > 0)
      return tell({
        kind: 'wrong',
        text: 'Bewaar eerst wat je veranderd hebt, of maak het ongedaan.',
      });
    if (
      !confirm(
        `Terug naar de site van ${when(release.at)}? Ook je teksten hier worden weer die van toen.`,
      )
    )
      return;
    const back = () => call('POST /api/releases/:id/restore', { withContent: true }, release.id);
    if ((await run(back, `De site van ${when(release.at)} staat weer online.`)) === true) {
      await Promise.all([reload('content'), reload('photos'), reload('files')]);
    }
  };

  const onTarget = () => {
    setSetting(false);
    reload('server').catch(complain);
  };

  if (!target || isSetting) {
    return <TargetForm target={target} onDone={onTarget} />;
  }
  const isWrong = desk.problems.length > 0;
  return (
    <div className="screen">
      <div className="head">
        <h1>Zet online</h1>
        <button type="button" onClick={() => setSetting(true)}>
          Waarheen?
        </button>
      </div>
      {job ? (
        <Progress job={job} />
      ) : (
        <>
          <p className="lead">
            {!changes
              ? 'We kijken wat er veranderd is.'
              : changes.since
                ? changes.changes.length > 0
                  ? `Dit is er veranderd sinds ${when(changes.since.at)}:`
                  : desk.changes.length > 0
                    ? 'Wat je veranderd hebt, wordt eerst bewaard.'
                    : 'Wat online staat, is wat je hier ziet.'
                : 'Je site stond nog niet online.'}
          </p>
          {changes?.isUnknown && (
            <p className="problem">
              Online staat een site die hier niet gemaakt is. Vraag eerst na van wie ze is.
            </p>
          )}
          {desk.changes.length > 0 && changes?.since && changes.changes.length > 0 && (
            <p className="help">Wat nog niet bewaard is, wordt eerst bewaard en gaat mee.</p>
          )}
          <Changes changes={changes?.changes ?? []} />
          <div className="buttons">
            <button
              type="button"
              className="main large"
              disabled={!changes || isWrong}
              onClick={() => publish(false)}
            >
              Zet online
            </button>
          </div>
          {isWrong && (
            <p className="problem">Er is nog iets na te kijken; het staat bij de velden.</p>
          )}
        </>
      )}
      <h2>Zet terug</h2>
      {releases.length === 0 ? (
        <p className="help">Hier komt elke keer te staan dat je iets online zette.</p>
      ) : (
        <ol className="rows releases">
          {releases.map((release) => (
            <li key={release.id}>
              <div className="row-main">
                <strong>{when(release.at)}</strong>
                <span>
                  {release.isOnline
                    ? 'Staat nu online'
                    : release.isQuick
                      ? 'Terug in een oogwenk'
                      : 'Wordt opnieuw gemaakt, dat duurt even'}
                </span>
                <ReleaseChanges id={release.id} />
              </div>
              {!release.isOnline && (
                <button type="button" disabled={job !== undefined} onClick={() => restore(release)}>
                  Zet terug<span className="hidden-words"> naar {when(release.at)}</span>
                </button>
              )}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function Progress({ job }: { job: Job }) {
  return (
    <div className="progress" role="status">
      <progress aria-label="Bezig" />
      <p>{job.steps.at(-1) ?? 'We beginnen eraan.'}</p>
    </div>
  );
}

/** What was done with one release; asked for when somebody wants to know. */
function ReleaseChanges({ id }: { id: string }) {
  const { complain } = useDesk();
  const [changes, setChanges] = useState<FileChange[]>();
  const load = () => {
    if (!changes) call('GET /api/releases/:id/changes', undefined, id).then(setChanges, complain);
  };
  return (
    <details onToggle={load}>
      <summary>Wat er toen veranderde</summary>
      {changes?.length === 0 && <p className="help">Niets aan de teksten.</p>}
      <Changes changes={changes ?? []} />
    </details>
  );
}

const KINDS = { changed: 'veranderd', added: 'nieuw', removed: 'weg', moved: 'verplaatst' };

function Changes({ changes }: { changes: FileChange[] }) {
  return (
    <ul className="changes">
      {changes.map(({ file, title, kind, texts }) => (
        <li key={file}>
          <h3>
            {title} <span className="tag">{KINDS[kind]}</span>
          </h3>
          <ul>
            {texts.map(({ place, kind: what, before, after }, index) => (
              <li key={index}>
                <p className="place">
                  {place} {what !== 'changed' && <span className="tag">{KINDS[what]}</span>}
                </p>
                {before !== undefined && <del>{before}</del>}
                {after !== undefined && <ins>{after}</ins>}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
