import { setTimeout as pause } from 'node:timers/promises';

/**
 * The limit is generous, because a busy machine may take its time, and no test asserts how long
 * something takes.
 */
const WITHIN_MS = 180_000;

/**
 * Repeats a check until it holds.
 *
 * @param what names the condition in the error message
 * @throws Error when the check does not hold in time, so that no test waits for ever
 */
export async function until(
  what: string,
  holds: () => Promise<boolean> | boolean,
  { everyMs = 20, withinMs = WITHIN_MS } = {},
): Promise<void> {
  const endMs = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > endMs) throw new Error(`Not within ${withinMs / 1000} s: ${what}`);
    await pause(everyMs);
  }
}
