/** After this extra time animations count as ended (specification, section 4). */
const FALLBACK_MS = 100;

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
  const ended = Promise.allSettled(animations.map(({ finished }) => finished));
  const fallback = new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, ...endTimes) + FALLBACK_MS);
  });
  let isCancelled = false;
  void Promise.race([ended, fallback]).then(() => {
    if (!isCancelled) action();
  });
  return () => {
    isCancelled = true;
  };
}
