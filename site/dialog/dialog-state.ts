/**
 * The states of a dialog (specification, section 4).
 *
 * | state   | open   | close   | finished |
 * |---------|--------|---------|----------|
 * | closed  | open   | -       | -        |
 * | open    | -      | closing | closed   |
 * | closing | open   | -       | closed   |
 *
 * `finished` comes when the exit animation has ended, when its fallback is due, or when the browser
 * closed the dialog by itself.
 */
export type DialogState = 'open' | 'closing' | 'closed';
export type DialogEvent = 'open' | 'close' | 'finished';

/** The fallback closes the dialog this long after the exit animation should have ended. Section 4. */
export const CLOSE_FALLBACK_MS = 100;

export function nextDialogState(state: DialogState, event: DialogEvent): DialogState {
  switch (event) {
    case 'open':
      return 'open';
    case 'close':
      return state === 'open' ? 'closing' : state;
    case 'finished':
      return 'closed';
  }
}

/**
 * How long all transitions of an element last together, in milliseconds.
 *
 * @param durations the computed `transition-duration`: '0.3s, 150ms'
 * @param delays the computed `transition-delay`; a shorter list repeats, as CSS has it
 */
export function totalTransitionMs(durations: string, delays: string): number {
  const delayList = delays.split(',').map(milliseconds);
  return Math.max(
    ...durations
      .split(',')
      .map(
        (duration, index) => milliseconds(duration) + (delayList[index % delayList.length] ?? 0),
      ),
  );
}

function milliseconds(time: string): number {
  const value = Number.parseFloat(time);
  if (Number.isNaN(value)) return 0;
  return time.trim().endsWith('ms') ? value : value * 1000;
}
