/**
 * Which pictures a carousel has on the page, and in what role. At most three of a list, however
 * long: the one `shown`, the one `leaving` while a cross-fade lasts, and one `upcoming`, hidden,
 * so that it is loaded and decoded before anybody waits for it.
 *
 * | at                | prepare(i)   | ask(i)                     | settled(i)            | faded              |
 * |-------------------|--------------|----------------------------|-----------------------|--------------------|
 * | rest              | preparing i  | loading i                  |                       |                    |
 * | preparing p       | preparing i  | i = p and settled: fading  | p is settled          |                    |
 * |                   |              | else: loading i            |                       |                    |
 * | loading u         | (loading u)  | loading i                  | i = u: fading         |                    |
 * | fading            | preparing i  | fading, then u = i         | remembered            | rest               |
 * | fading, then u    | (no change)  | fading, then u = i         | remembered            | loading u, or, if  |
 * |                   |              |                            |                       | u settled, fading  |
 *
 * `move` asks for a neighbour of the current index. Asking for the picture that is shown drops
 * whatever is upcoming. 'Settled' is loaded and decoded, or failed: a failed picture takes its turn
 * as a placeholder. All that is not in the table changes nothing.
 */
export interface CarouselState {
  shown: number;
  /** Fading out beneath `shown`; null when no cross-fade is under way. */
  leaving: number | null;
  upcoming: { index: number; asked: boolean; settled: boolean } | null;
}

export type CarouselEvent =
  /** Load this picture: it will be asked for shortly. */
  | { type: 'prepare'; index: number }
  | { type: 'ask'; index: number }
  /** Ask for a neighbour of the current index: also of one asked for a moment ago. */
  | { type: 'move'; step: number; count: number }
  | { type: 'settled'; index: number }
  | { type: 'faded' };

export function restingAt(index: number): CarouselState {
  return { shown: index, leaving: null, upcoming: null };
}

/** The current index: what was last asked for, whether its picture has arrived or not. */
export function currentIndex(state: CarouselState): number {
  return state.upcoming?.asked ? state.upcoming.index : state.shown;
}

/** Wraps around at both ends. */
export function stepFrom(index: number, step: number, count: number): number {
  return (((index + step) % count) + count) % count;
}

export function nextCarouselState(state: CarouselState, event: CarouselEvent): CarouselState {
  switch (event.type) {
    case 'prepare':
      if (state.upcoming?.asked || event.index === state.shown) return state;
      return withUpcoming(state, event.index, false);
    case 'ask':
      if (event.index === state.shown) return { ...state, upcoming: null };
      return startFade(withUpcoming(state, event.index, true));
    case 'move':
      return nextCarouselState(state, {
        type: 'ask',
        index: stepFrom(currentIndex(state), event.step, event.count),
      });
    case 'settled':
      if (state.upcoming?.index !== event.index || state.upcoming.settled) return state;
      return startFade({ ...state, upcoming: { ...state.upcoming, settled: true } });
    case 'faded':
      if (state.leaving === null) return state;
      return startFade({ ...state, leaving: null });
  }
}

function withUpcoming(state: CarouselState, index: number, asked: boolean): CarouselState {
  // A picture that is still on the page, fading out, has loaded already.
  const isKnown = state.upcoming?.index === index ? state.upcoming.settled : false;
  return { ...state, upcoming: { index, asked, settled: isKnown || index === state.leaving } };
}

/** Begins the cross-fade as soon as the picture asked for is there and no other fade is running. */
function startFade(state: CarouselState): CarouselState {
  const { upcoming } = state;
  if (!upcoming?.asked || !upcoming.settled || state.leaving !== null) return state;
  return { shown: upcoming.index, leaving: state.shown, upcoming: null };
}
