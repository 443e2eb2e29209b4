import { type ReactNode, useState } from 'react';

/**
 * Says that a part of the desk is not there, and what helps.
 *
 * @param props.hasStalled whether the part is still awaited, so that another try would wait with it
 * @param props.onRetry tries again; undefined: only the whole desk can be loaded again
 * @param props.children what is missing
 */
export function LoadFailure(props: {
  className: string;
  hasStalled: boolean;
  onRetry?: () => Promise<void>;
  children: ReactNode;
}) {
  const { className, hasStalled, onRetry, children } = props;
  const [isTrying, setTrying] = useState(false);
  const retry = async () => {
    setTrying(true);
    await onRetry?.();
    setTrying(false);
  };
  return (
    <div className={className}>
      <div role="alert">
        {children}
        {hasStalled && <p>Dit duurt langer dan gewoonlijk.</p>}
        {!hasStalled && onRetry && <p>We proberen het opnieuw.</p>}
      </div>
      <div className="buttons">
        {!hasStalled && onRetry && (
          // A disabled button would lose the focus.
          <button type="button" aria-disabled={isTrying} onClick={isTrying ? undefined : retry}>
            {isTrying ? 'Bezig…' : 'Probeer nu'}
          </button>
        )}
        <button type="button" onClick={() => window.location.reload()}>
          Herlaad de werktafel
        </button>
      </div>
    </div>
  );
}
