/** Backoff: the delay doubles after each failed attempt. */
const RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;

/** @param failures how many attempts failed before this one */
export function retryDelayMs(failures: number): number {
  return Math.min(RETRY_MS * 2 ** failures, MAX_RETRY_MS);
}
