/**
 * Animations that report no end are treated as ended after this extra time (specification, section
 * 4).
 */
export const FALLBACK_MS = 100;

/**
 * Calls `action` once the element's own animations and transitions have ended; at the latest 100 ms
 * after their total time, in case an event is lost.
 *
 * @returns a function that cancels the call
 */
export function afterAnimations(element: Element, action: () => void): () => void {
  const animations = element.getAnimations();
  const endTimes = animations.map(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0));
  let isPending = true;
  const finish = () => {
    if (!isPending) return;
    cancel();
    action();
  };
  const fallback = setTimeout(finish, Math.max(0, ...endTimes) + FALLBACK_MS);
  const cancel = () => {
    isPending = false;
    clearTimeout(fallback);
  };
  void Promise.allSettled(animations.map(({ finished }) => finished)).then(finish);
  return cancel;
}
