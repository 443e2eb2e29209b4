import { useEffect } from 'react';
import { useDesk } from '../Desk.tsx';
import { Icon } from './icons.tsx';

const SHOWN_MS = 8000;

/** What was just done, or went wrong. It lies over the page, which stays where it is. */
export function Toast() {
  const { message, tell } = useDesk();
  useEffect(() => {
    if (message?.kind !== 'done' || message.action) return;
    const timer = setTimeout(() => tell(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message, tell]);
  const { kind = 'done', text, action } = message ?? {};
  return (
    <div className="toast" data-kind={kind} role={kind === 'wrong' ? 'alert' : 'status'}>
      {message && (
        <>
          <span>{text}</span>
          {action && (
            <button
              type="button"
              onClick={() => {
                tell(undefined);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            className="icon"
            onClick={() => tell(undefined)}
            aria-label="Melding sluiten"
          >
            <Icon name="close" />
          </button>
        </>
      )}
    </div>
  );
}
