/** Animations count as ended after this extra time (specification, section 4). */
export const FALLBACK_MS = 100;

/**
 * Calls `action` once the element's own animations and transitions have ended.
 *
 * @returns a function that cancels the call
 */
export function afterAnimations(element: Element, action: () => void): () => void {
  const animations = element.getAnimations();
  const endTimes = animations.map(({ effect }) => {
    const timing = effect?.getComputedTiming();
    return Number(timing?.endTime ?? 0);
  });
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
  const ends = animations.map(({ finished }) => finished);
  void Promise.allSettled(ends).then(finish);
  return cancel;
}
