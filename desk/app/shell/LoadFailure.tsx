import type { ReactNode } from 'react';

/**
 * Says that a part of the desk is not there, and what helps.
 *
 * @param props.hasStalled whether the part is still awaited, so that another try would wait with it
 * @param props.children what is missing
 */
export function LoadFailure(props: {
  className: string;
  hasStalled: boolean;
  onRetry: () => void;
  children: ReactNode;
}) {
  const { className, hasStalled, onRetry, children } = props;
  return (
    <div className={className} role="alert">
      {children}
      <p>{hasStalled ? 'Dit duurt langer dan gewoonlijk.' : 'We proberen het opnieuw.'}</p>
      <div className="buttons">
        {!hasStalled && (
          <button type="button" onClick={onRetry}>
            Probeer nu
          </button>
        )}
        <button type="button" onClick={() => window.location.reload()}>
          Herlaad de werktafel
        </button>
      </div>
    </div>
  );
}
