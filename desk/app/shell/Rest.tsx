import type { ReactNode } from 'react';
import { lazyModule, useLazyModule } from '../lazy-module.ts';

/** All screens and forms. The page does not wait for them. */
export const rest = lazyModule(() => import('../rest.ts'));

/** Once the page is there, so that each screen opens at once, and without a network. */
export function loadRest(): void {
  void rest.start();
  // The desk's two fonts are as large as all screens.
  document.documentElement.dataset.fonts = '';
}

/** Shows a part of the rest, once it is there. */
export function Rest({
  children,
}: {
  children: (module: typeof import('../rest.ts')) => ReactNode;
}) {
  const { module, trouble } = useLazyModule(rest);
  if (module) return children(module);
  if (!trouble) {
    return (
      <p className="loading" role="status">
        Dit scherm komt eraan.
      </p>
    );
  }
  const hasStalled = trouble === 'stalled';
  return (
    <div className="screen" role="alert">
      <h1 tabIndex={-1}>Dit scherm raakt niet geladen</h1>
      <p>
        {hasStalled ? 'De verbinding hapert.' : 'We proberen het opnieuw.'} Wat je typte, blijft op
        dit toestel tot het bewaard is.
      </p>
      <div className="buttons">
        {!hasStalled && (
          <button type="button" className="main" onClick={() => void rest.start()}>
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
