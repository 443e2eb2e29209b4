import { useDeskState } from '../Desk.tsx';
import { hrefOf } from '../route.ts';
import { Icon } from './icons.tsx';

/** What cannot wait, in red: an enquiry that nobody received, a server that nobody watches. */
export function Alarms() {
  const [first, ...others] = useDeskState()?.alarms ?? [];
  if (!first) return <div className="alarms" role="alert" hidden />;
  const line = ({ code, message }: typeof first) => (
    <>
      {message}
      {code === 'undelivered' && (
        <>
          {' '}
          <a href={hrefOf('aanvragen')}>Naar de aanvragen</a>
        </>
      )}
    </>
  );
  return (
    <div className="alarms" role="alert">
      <Icon name="warning" />
      <div>
        <p>{line(first)}</p>
        {others.length > 0 && (
          <details>
            <summary>
              {others.length === 1 ? 'En nog iets' : `En nog ${others.length} dingen`}
            </summary>
            {others.map((alarm) => (
              <p key={alarm.code}>{line(alarm)}</p>
            ))}
          </details>
        )}
      </div>
    </div>
  );
}
