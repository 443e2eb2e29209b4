import { describe, expect, test } from 'vitest';
import {
  type DialogEvent,
  type DialogState,
  nextDialogState,
  totalTransitionMs,
} from './dialog-state.ts';

test.each<[DialogState, DialogEvent, DialogState]>([
  ['closed', 'open', 'open'],
  ['closed', 'close', 'closed'],
  ['closed', 'finished', 'closed'],
  ['open', 'open', 'open'],
  ['open', 'close', 'closing'],
  ['open', 'finished', 'closed'],
  ['closing', 'open', 'open'],
  ['closing', 'close', 'closing'],
  ['closing', 'finished', 'closed'],
])('%s, then %s: %s', (state, event, next) => {
  expect(nextDialogState(state, event)).toBe(next);
});

describe('totalTransitionMs', () => {
  test.each([
    ['0.3s', '0s', 300],
    ['300ms', '50ms', 350],
    ['0.3s, 0.15s', '0s, 0.2s', 350],
    ['0.1s, 0.2s, 0.3s', '0s, 0.25s', 450],
    ['0s', '0s', 0],
    ['', '', 0],
  ])('of %j after %j is %i', (durations, delays, total) => {
    expect(totalTransitionMs(durations, delays)).toBe(total);
  });
});
