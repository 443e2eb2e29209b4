import { type ComponentType, useEffect, useReducer } from 'react';

/** A component whose script is fetched shortly before it is needed. */
export interface LateComponent<Props> {
  loaded: () => ComponentType<Props> | undefined;
  /** @throws whatever the import throws; the next call tries again */
  fetch: () => Promise<void>;
}

export function lateComponent<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LateComponent<Props> {
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
 * What a visitor opens by a click: fetched as soon as the pointer or the focus comes to what opens it.
 *
 * @param isWanted it shall be there now
 * @param onFailed it shall be there and does not come
 * @returns the component once it is there, and what tells that somebody is near
 */
export function useLateComponent<Props>(
  late: LateComponent<Props>,
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
  return { Component: late.loaded(), whenNear: { onPointerEnter: approach, onFocus: approach } };
}
