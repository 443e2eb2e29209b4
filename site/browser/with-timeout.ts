/**
 * Makes an abort controller that aborts after a time, and when the outer signal does. (Safari
 * before 17.4 lacks `AbortSignal.any`.)
 */
export function withTimeout(outer: AbortSignal | undefined, timeoutMs: number): AbortController {
  const controller = new AbortController();
  const abort = () => controller.abort();
  setTimeout(abort, timeoutMs);
  outer?.addEventListener('abort', abort);
  if (outer?.aborted) abort();
  return controller;
}
