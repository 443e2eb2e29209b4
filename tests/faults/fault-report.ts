/** A time-out that grows with the count, so that a soak run may take its time. */
export function faultTimeoutMs(count: number, eachMs: number): number {
  return 30_000 + count * eachMs;
}
