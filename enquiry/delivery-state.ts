/**
 * A mail's life in the outbox. The names are the values of the store's `state` column.
 *
 * | state     | event                     | next      |
 * |-----------|---------------------------|-----------|
 * | queued    | claimed by a worker       | sending   |
 * | sending   | the mail server took it   | delivered |
 * | sending   | temporary refusal         | queued    |
 * | sending   | lease ran out, or release | queued    |
 * | sending   | permanent refusal, or 72 h of tries | failed |
 * | failed    | requeued by the operator  | queued    |
 */
export type DeliveryState = 'queued' | 'sending' | 'delivered' | 'failed';

/** How long a worker may hold a mail before another may take it, in milliseconds. */
export const LEASE_MS = 120_000;
/** How long a mail is tried before it counts as failed, in milliseconds. */
export const GIVE_UP_AFTER_MS = 72 * 3_600_000;

const FIRST_RETRY_MS = 15_000;
const LONGEST_RETRY_MS = 6 * 3_600_000;
const JITTER = 0.2;

/**
 * Wait before the next try: `min(6 h, 15 s × 2^n) ± 20 %`, in milliseconds.
 *
 * @param failedTries how many tries failed before this wait, from 1
 * @param random a number in [0, 1), to spread many mails over time
 */
export function retryDelayMs(failedTries: number, random: number): number {
  const delayMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failedTries - 1));
  return Math.round(delayMs * (1 - JITTER + 2 * JITTER * random));
}
