import type { ReactNode } from 'react';
import { LoadFailure } from '../loading/LoadFailure.tsx';
import { lazyModule, useLazyModule } from '../loading/lazy-module.ts';

/** All screens and forms. The page does not wait for them. */
export const screensModule = lazyModule(() => import('./screens-by-address.ts'));

/** Loads all screens once the page is shown, so that each opens at once and without a network. */
export function loadScreens(): void {
  void screensModule.start();
  // The fonts follow here, because they are as large as all screens and nothing waits for them.
  document.documentElement.dataset.fonts = '';
}

/** Shows a screen or form once all of them are there. */
export function Screens({
  children,
}: {
  children: (module: typeof import('./screens-by-address.ts')) => ReactNode;
}) {
  const { module, failure } = useLazyModule(screensModule);
  if (module) return children(module);
  if (!failure) {
    return (
      <p className="loading" role="status">
        Dit scherm komt eraan.
      </p>
    );
  }
  return (
    <LoadFailure
      className="screen"
      hasStalled={failure === 'stalled'}
      onRetry={() => screensModule.start()}
    >
      <h1 tabIndex={-1}>Dit scherm raakt niet geladen</h1>
    </LoadFailure>
  );
}
