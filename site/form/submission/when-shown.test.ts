import { expect, test, vi } from 'vitest';
import { whenShown } from './when-shown.ts';

/** A page that the browser prepares ahead, until `show`. */
function preparedPage() {
  const page = Object.assign(new EventTarget(), { prerendering: true });
  const show = () => {
    page.prerendering = false;
    page.dispatchEvent(new Event('prerenderingchange'));
  };
  return { page, show };
}

test('a page that is shown starts at once', () => {
  const cleanUp = vi.fn();
  const effect = vi.fn(() => cleanUp);
  whenShown(effect, new EventTarget())();
  expect(effect).toHaveBeenCalledOnce();
  expect(cleanUp).toHaveBeenCalledOnce();
});

test('a page that is only prepared starts when it is shown', () => {
  const { page, show } = preparedPage();
  const cleanUp = vi.fn();
  const effect = vi.fn(() => cleanUp);
  const stop = whenShown(effect, page);
  expect(effect).not.toHaveBeenCalled();
  show();
  expect(effect).toHaveBeenCalledOnce();
  stop();
  expect(cleanUp).toHaveBeenCalledOnce();
});

test('a page that is thrown away before it was shown never starts', () => {
  const { page, show } = preparedPage();
  const effect = vi.fn();
  whenShown(effect, page)();
  show();
  expect(effect).not.toHaveBeenCalled();
});
