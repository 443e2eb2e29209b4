import { expect, test, vi } from 'vitest';
import { whenShown } from './when-shown.ts';

/** A page that the browser prepares ahead, until `show`. */
function preparedPage() {
  const page = Object.assign(new EventTarget(), { prerendering: true });
  return { page, show: () => page.dispatchEvent(new Event('prerenderingchange')) };
}

test('an effect starts at once on a page that is shown, and when one that was prepared is shown', () => {
  const cleanUp = vi.fn();
  const effect = vi.fn(() => cleanUp);
  whenShown(effect, new EventTarget())();
  expect([effect, cleanUp].map((one) => one.mock.calls.length)).toEqual([1, 1]);
  const { page, show } = preparedPage();
  const stop = whenShown(effect, page);
  expect(effect).toHaveBeenCalledTimes(1);
  show();
  expect(effect).toHaveBeenCalledTimes(2);
  stop();
  expect(cleanUp).toHaveBeenCalledTimes(2);
});

test('a page that is thrown away before it was shown never starts', () => {
  const { page, show } = preparedPage();
  const effect = vi.fn();
  whenShown(effect, page)();
  show();
  expect(effect).not.toHaveBeenCalled();
});
