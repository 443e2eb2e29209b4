import { type ComponentType, useEffect, useReducer } from 'react';

/** A component whose script is loaded on demand. */
export interface LazyComponent<Props> {
  loaded: () => ComponentType<Props> | undefined;
  /** @throws whatever the import throws; the next call tries again */
  fetch: () => Promise<void>;
}

export function createLazyComponent<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyComponent<Props> {
  let component: ComponentType<Props> | undefined;
  let fetching: Promise<void> | undefined;
  return {
    loaded: () => component,
    fetch() {
      fetching ??= load().then(
        (module) => {
          component = module.default;
        },
        (error) => {
          fetching = undefined;
          throw error;
        },
      );
      return fetching;
    },
  };
}

/**
 * Loads a component that opens on a click as soon as the pointer or the focus reaches its opener.
 *
 * @param isWanted whether the component is needed now
 * @param onFailed called if it is needed but cannot be loaded
 * @returns the component once loaded, and the handlers for its opener
 */
export function useLazyComponent<Props>(
  late: LazyComponent<Props>,
  isWanted: boolean,
  onFailed: () => void,
) {
  const [, showAgain] = useReducer((times: number) => times + 1, 0);
  const fetchIt = (orElse: () => void) => {
    if (!late.loaded()) late.fetch().then(showAgain, orElse);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time it is wanted
  useEffect(() => {
    if (isWanted) fetchIt(onFailed);
  }, [isWanted]);
  const approach = () => fetchIt(() => undefined);
  return {
    Component: late.loaded(),
    preloadHandlers: { onPointerEnter: approach, onFocus: approach },
  };
}
