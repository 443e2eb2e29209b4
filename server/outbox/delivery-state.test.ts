import { describe, expect, it } from 'vitest';
import {
  type DeliveryOutcome,
  GIVE_UP_AFTER_MS,
  GIVE_UP_AFTER_TRIES,
  nextStep,
  retryDelayMs,
  type Tried,
} from './delivery-state.ts';

const HOUR_MS = 3_600_000;
const MIDDLE = 0.5;
const temporary: DeliveryOutcome = { kind: 'temporary', reason: '450' };

/** What follows for a mail queued at 0, tried at `ageMs`. */
function step(
  outcome: DeliveryOutcome,
  ageMs = 0,
  failedTries = 0,
  pausesInARow = 0,
  kind: Tried['kind'] = 'company',
) {
  const mail = { kind, failedTries, queuedAtMs: 0 };
  return nextStep(outcome, mail, { nowMs: ageMs, pausesInARow, random: MIDDLE });
}

describe('what follows a try', () => {
  it('is the end when the mail server took the mail', () => {
    expect(step({ kind: 'delivered' })).toEqual({ kind: 'delivered' });
  });

  it.each([
    ['company', true, 'retry'],
    ['company', false, 'retry'],
    ['digest', true, 'retry'],
    ['confirmation', false, 'retry'],
    ['confirmation', true, 'failed'],
  ] as const)('of a %s that is refused, for its recipient: %s, is %s', (kind, about, next) => {
    const refused: DeliveryOutcome = { kind: 'refused', isAboutRecipient: about, reason: '550' };
    expect(step(refused, 0, 0, 0, kind)).toMatchObject({
      kind: next,
      failure: 'refused',
      reason: '550',
      ...(next === 'retry' && { dueAtMs: 5 * 60_000 }),
    });
    expect(step(refused, GIVE_UP_AFTER_MS - 1, 99, 0, 'company').kind).toBe('retry');
  });

  it('is slow where a copy may have arrived, and as fast as ever where none can', () => {
    const stalled = (mayHaveArrived: boolean) =>
      step({ kind: 'stalled', mayHaveArrived, reason: '' });
    expect(stalled(true)).toMatchObject({ dueAtMs: 5 * 60_000, failure: 'stalled' });
    expect(stalled(false)).toMatchObject({ dueAtMs: 15_000, failure: 'stalled' });
  });

  it('is a retry after a temporary refusal, the fifteenth second first', () => {
    expect(step(temporary, 1000)).toEqual({
      kind: 'retry',
      failure: 'temporary',
      reason: '450',
      dueAtMs: 16_000,
    });
  });

  it.each([
    ['young, many tries', GIVE_UP_AFTER_MS - 1, 99, 'retry'],
    ['old, few tries, as after a jump of the clock', 99 * GIVE_UP_AFTER_MS, 10, 'retry'],
    ['old, the last try owed', GIVE_UP_AFTER_MS, GIVE_UP_AFTER_TRIES - 1, 'failed'],
  ])('gives up after 72 h of tries only: %s', (_, ageMs, failedTries, kind) => {
    expect(step(temporary, ageMs, failedTries).kind).toBe(kind);
  });

  it.each([
    [0, 60_000],
    [1, 120_000],
    [2, 240_000],
    [4, 900_000],
    [50, 900_000],
  ])('is a pause on a fault; after %i pauses it lasts %i ms', (pausesInARow, pauseMs) => {
    expect(step({ kind: 'fault', reason: 'EAUTH' }, 5, 99, pausesInARow)).toEqual({
      kind: 'pause',
      reason: 'EAUTH',
      dueAtMs: 5 + pauseMs,
    });
  });
});

describe('the wait before a retry', () => {
  it.each([
    [1, 15_000],
    [2, 30_000],
    [3, 60_000],
    [11, 15_360_000],
    [12, 6 * HOUR_MS],
    [2000, 6 * HOUR_MS],
  ])('after %i failed tries is %i ms, give or take a fifth', (failedTries, delayMs) => {
    expect(retryDelayMs(failedTries, 0)).toBe(delayMs * 0.8);
    expect(retryDelayMs(failedTries, MIDDLE)).toBe(delayMs);
    expect(retryDelayMs(failedTries, 1)).toBe(delayMs * 1.2);
  });

  it.each([false, true])('leaves room in 72 h for all tries a mail is owed; slow: %s', (slow) => {
    let ageMs = 0;
    for (let failedTries = 1; failedTries <= GIVE_UP_AFTER_TRIES; failedTries += 1) {
      ageMs += retryDelayMs(failedTries, 1, slow);
    }
    expect(ageMs).toBeLessThan(GIVE_UP_AFTER_MS);
  });
});
