import { type ReactNode, useState } from 'react';

/**
 * Shows that a part of the desk has not loaded, and what the caterer can do.
 *
 * @param props.hasStalled whether the request is still pending, so that a retry would only wait for
 *   it too
 * @param props.onRetry retries; when undefined, only reloading the whole desk helps
 * @param props.children names the missing part
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
