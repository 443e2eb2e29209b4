/**
 * Runs `work` with a signal that aborts after `timeoutMs` or when the outer signal does. Safari
 * before 17.4 lacks `AbortSignal.any`.
 *
 * @returns the result of `work`
 */
export async function withTimeout<Result>(
  outer: AbortSignal | undefined,
  timeoutMs: number,
  work: (controller: AbortController) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  outer?.addEventListener('abort', abort);
  if (outer?.aborted) abort();
  try {
    return await work(controller);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', abort);
  }
}
