import type { ReactNode } from 'react';
import { lazyModule, useLazyModule } from '../lazy-module.ts';
import { LoadFailure } from './LoadFailure.tsx';

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
  return (
    <LoadFailure
      className="screen"
      hasStalled={trouble === 'stalled'}
      onRetry={() => void rest.start()}
    >
      <h1 tabIndex={-1}>Dit scherm raakt niet geladen</h1>
    </LoadFailure>
  );
}
