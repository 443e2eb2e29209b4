/**
 * Runs `work` with a signal that aborts after `timeoutMs`, and before that when the outer one does.
 * Our own, because Safari knows `AbortSignal.any` from 17.4 on only.
 *
 * @returns what `work` returns; the timer ends with it
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
