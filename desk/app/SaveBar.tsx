import { useEffect, useState } from 'react';
import type { Problem } from '../api.ts';
import { call } from './client.ts';
import { useDesk } from './Desk.tsx';
import { hrefOf } from './route.ts';
import { waitForJob } from './wait-for-job.ts';

const SHOWN_MS = 8000;

/**
 * What is not saved or not right yet, and what to do with it: undo, look, save, put online.
 *
 * @param placeOf where a mistake can be mended, as a link
 */
export function SaveBar({ placeOf }: { placeOf: (problem: Problem) => string }) {
  const desk = useDesk();
  const { changes, problems, past, future, message, dispatch, isGone } = desk;
  const [isBusy, setBusy] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const { tell } = desk;
  useEffect(() => {
    if (message?.kind !== 'done' || message.action) return;
    const timer = setTimeout(() => tell(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message, tell]);
  const count = changes.length;
  const save = async () => {
    setBusy(true);
    await desk.save().finally(() => setBusy(false));
  };
  const view = async () => {
    // At once, or the browser takes it for an advertisement.
    const tab = window.open('', 'bekijk');
    setWaiting(true);
    try {
      const { url } = await waitForJob(await call('POST /api/preview', { changes }));
      if (tab && url) tab.location.href = url;
    } catch (error) {
      tab?.close();
      desk.complain(error);
    } finally {
      setWaiting(false);
    }
  };
  return (
    <>
      {problems.length > 0 ? (
        <ProblemList {...{ problems, placeOf }} />
      ) : (
        <p className="state" data-kind={count > 0 ? 'open' : 'done'} role="status">
          {count === 0 ? 'Alles is bewaard' : 'Niet bewaard'}
        </p>
      )}
      <div className="actions">
        <StepButton
          sign="↶"
          label="Ongedaan maken"
          keys="Ctrl+Z"
          disabled={past.length === 0}
          onClick={() => dispatch({ type: 'undone' })}
        />
        <StepButton
          sign="↷"
          label="Opnieuw doen"
          keys="Ctrl+Shift+Z"
          disabled={future.length === 0}
          onClick={() => dispatch({ type: 'redone' })}
        />
        <button type="button" onClick={view} disabled={isWaiting}>
          {isWaiting ? 'Even geduld' : 'Bekijk'}
        </button>
        <button type="button" className="main" onClick={save} disabled={isBusy || count === 0}>
          {isBusy ? 'Bewaart' : 'Bewaar'}
        </button>
        <a className="button" href={hrefOf('online')}>
          Zet online
        </a>
      </div>
      {isGone && (
        <p className="message" data-kind="wrong" role="alert">
          De werktafel zelf loopt niet meer. Open ze opnieuw; wat je typte, blijft hier staan.
        </p>
      )}
      {message && (
        <div
          className="message"
          data-kind={message.kind}
          role={message.kind === 'wrong' ? 'alert' : 'status'}
        >
          <span>{message.text}</span>
          {message.action && (
            <button type="button" onClick={message.action.run}>
              {message.action.label}
            </button>
          )}
          <button
            type="button"
            className="icon"
            onClick={() => desk.tell(undefined)}
            aria-label="Melding sluiten"
          >
            ×
          </button>
        </div>
      )}
    </>
  );
}

/** One step back, or forward again. */
function StepButton(props: {
  sign: string;
  label: string;
  keys: string;
  disabled: boolean;
  onClick: () => void;
}) {
  const { sign, label, keys, ...rest } = props;
  return (
    <button
      type="button"
      className="icon"
      aria-label={label}
      title={`${label} (${keys})`}
      {...rest}
    >
      {sign}
    </button>
  );
}

/** What the build would refuse, each leading to its field. */
function ProblemList(props: { problems: Problem[]; placeOf: (problem: Problem) => string }) {
  const { problems, placeOf } = props;
  const count = problems.length === 1 ? 'Eén ding' : `${problems.length} dingen`;
  return (
    <details className="more state" name="more" data-kind="wrong">
      <summary>{count} na te kijken</summary>
      <ul className="menu problems">
        {problems.map((problem) => (
          <li key={`${problem.file} ${problem.path.join('.')}`}>
            <a
              href={placeOf(problem)}
              onClick={(event) => event.currentTarget.closest('details')?.removeAttribute('open')}
            >
              {problem.file}
            </a>
            <p>
              Nu: {problem.now}. Verwacht: {problem.expected}.
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
