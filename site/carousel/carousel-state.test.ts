import { describe, expect, test } from 'vitest';
import {
  type CarouselEvent,
  type CarouselState,
  currentIndex,
  nextCarouselState,
  restingAt,
  stepFrom,
} from './carousel-state.ts';

const prepare = (index: number): CarouselEvent => ({ type: 'prepare', index });
const ask = (index: number): CarouselEvent => ({ type: 'ask', index });
const settled = (index: number): CarouselEvent => ({ type: 'settled', index });
const faded: CarouselEvent = { type: 'faded' };

/** Each state of the table, reached from picture 0. */
const paths = {
  rest: [],
  'preparing 1': [prepare(1)],
  '1 prepared': [prepare(1), settled(1)],
  'loading 1': [ask(1)],
  'fading 0 to 1': [ask(1), settled(1)],
  'fading 0 to 1, then 2': [ask(1), settled(1), ask(2)],
  'fading 0 to 1, then 2, loaded': [ask(1), settled(1), ask(2), settled(2)],
} satisfies Record<string, CarouselEvent[]>;

function reached(events: CarouselEvent[]): CarouselState {
  return events.reduce(nextCarouselState, restingAt(0));
}

/** 'shown 1, leaving 0, wanted 2' in short: '0>1 (2?)'. ?: asked for; ~: prepared; !: settled. */
function inShort({ shown, leaving, upcoming }: CarouselState): string {
  const fade = leaving === null ? `${shown}` : `${leaving}>${shown}`;
  if (!upcoming) return fade;
  return `${fade} (${upcoming.index}${upcoming.asked ? '?' : '~'}${upcoming.settled ? '!' : ''})`;
}

test.each<[keyof typeof paths, CarouselEvent, string]>([
  ['rest', prepare(1), '0 (1~)'],
  ['rest', prepare(0), '0'],
  ['rest', ask(1), '0 (1?)'],
  ['rest', ask(0), '0'],
  ['rest', settled(0), '0'],
  ['rest', faded, '0'],
  ['preparing 1', prepare(2), '0 (2~)'],
  ['preparing 1', ask(1), '0 (1?)'],
  ['preparing 1', ask(2), '0 (2?)'],
  ['preparing 1', settled(1), '0 (1~!)'],
  ['preparing 1', settled(2), '0 (1~)'],
  ['preparing 1', faded, '0 (1~)'],
  ['1 prepared', prepare(1), '0 (1~!)'],
  ['1 prepared', ask(1), '0>1'],
  ['1 prepared', ask(2), '0 (2?)'],
  ['1 prepared', ask(0), '0'],
  ['loading 1', prepare(2), '0 (1?)'],
  ['loading 1', ask(2), '0 (2?)'],
  ['loading 1', ask(0), '0'],
  ['loading 1', settled(1), '0>1'],
  ['loading 1', settled(2), '0 (1?)'],
  ['loading 1', faded, '0 (1?)'],
  ['fading 0 to 1', prepare(2), '0>1 (2~)'],
  ['fading 0 to 1', ask(2), '0>1 (2?)'],
  ['fading 0 to 1', ask(1), '0>1'],
  ['fading 0 to 1', ask(0), '0>1 (0?!)'],
  ['fading 0 to 1', settled(1), '0>1'],
  ['fading 0 to 1', faded, '1'],
  ['fading 0 to 1, then 2', prepare(3), '0>1 (2?)'],
  ['fading 0 to 1, then 2', ask(3), '0>1 (3?)'],
  ['fading 0 to 1, then 2', ask(1), '0>1'],
  ['fading 0 to 1, then 2', settled(2), '0>1 (2?!)'],
  ['fading 0 to 1, then 2', faded, '1 (2?)'],
  ['fading 0 to 1, then 2, loaded', faded, '1>2'],
  ['fading 0 to 1, then 2, loaded', ask(3), '0>1 (3?)'],
])('%s: %o gives %s', (name, event, expected) => {
  expect(inShort(nextCarouselState(reached(paths[name]), event))).toBe(expected);
});

describe('currentIndex', () => {
  test('is what was asked for, before its picture has arrived', () => {
    expect(currentIndex(reached(paths['loading 1']))).toBe(1);
    expect(currentIndex(reached(paths['fading 0 to 1, then 2']))).toBe(2);
  });

  test('is not what is only prepared', () => {
    expect(currentIndex(reached(paths['1 prepared']))).toBe(0);
  });
});

test('next, pressed 50 times before anything loads, asks for one picture only', () => {
  let state = restingAt(0);
  for (let press = 0; press < 50; press++) {
    state = nextCarouselState(state, { type: 'move', step: 1, count: 12 });
  }
  expect(inShort(state)).toBe('0 (2?)');
});

test.each([
  [4, 1, 5, 0],
  [0, -1, 5, 4],
  [0, 1, 1, 0],
  [7, 0, 5, 2],
  [-1, 0, 5, 4],
])('from %i by %i of %i pictures leads to %i', (index, step, count, expected) => {
  expect(stepFrom(index, step, count)).toBe(expected);
});
