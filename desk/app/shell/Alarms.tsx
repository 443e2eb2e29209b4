import { useServerState } from '../api/queries.ts';
import { hrefOf } from '../navigation/route.ts';
import { Icon } from '../ui/Icon.tsx';

/** Alarms, which the caterer must see at once. */
export function Alarms() {
  const alarms = useServerState()?.alarms ?? [];
  return (
    <div className="alarms" role="alert" hidden={alarms.length === 0}>
      {alarms.map(({ code, message }) => (
        <p key={code}>
          <Icon name="warning" /> {message}{' '}
          {code === 'undelivered' && <a href={hrefOf('aanvragen')}>Naar de aanvragen</a>}
        </p>
      ))}
    </div>
  );
}
