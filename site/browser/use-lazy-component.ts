import { type ComponentType, useEffect, useState } from 'react';

/**
 * Loads a component once the pointer or the focus reaches the control that opens it.
 *
 * @param load the import (`retry-import.ts`)
 * @param isWanted whether the component is needed now
 * @param onFailed called if it is needed but cannot be loaded
 * @returns the component once loaded, and the handlers for its opener
 */
export function useLazyComponent<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  isWanted: boolean,
  onFailed: () => void,
) {
  const [Component, setComponent] = useState<ComponentType<Props>>();
  const loadOnce = (onError: () => void) => {
    if (Component) return;
    load().then((module) => setComponent(() => module.default), onError);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time it is wanted
  useEffect(() => {
    if (isWanted) loadOnce(onFailed);
  }, [isWanted]);
  const preload = () => loadOnce(() => undefined);
  return { Component, preloadHandlers: { onPointerEnter: preload, onFocus: preload } };
}
