import type { Page } from '@playwright/test';
import { holdPicture, next, pause, play, restPointerElsewhere } from './carousel-page.ts';
import {
  expect,
  expectAtRest,
  expectShown,
  nextIsLoaded,
  openExample,
  openWithFrozenClock,
  slowDownAnimations,
  test,
} from './examples.ts';

test.describe('advances by itself', () => {
  test('after 10 000 ms, not after 9 900', async ({ page }) => {
    await openWithFrozenClock(page, 'hero');
    await expectShown(page, 1, 5);
    await page.clock.runFor(9_000);
    await nextIsLoaded(page);
    await page.clock.runFor(900);
    await expectShown(page, 1, 5);
    await page.clock.runFor(100);
    await expectShown(page, 2, 5);
  });

  test('10 000 ms after a manual move, whenever that was', async ({ page }) => {
    await openWithFrozenClock(page, 'hero');
    await page.clock.runFor(6_000);
    await page.keyboard.press('ArrowRight');
    await expectShown(page, 2, 5);
    await page.clock.runFor(9_000);
    await nextIsLoaded(page);
    await page.clock.runFor(900);
    await expectShown(page, 2, 5);
    await page.clock.runFor(100);
    await expectShown(page, 3, 5);
  });

  test('from the last picture to the first', async ({ page }) => {
    await openWithFrozenClock(page, 'hero');
    await page.keyboard.press('ArrowLeft');
    await expectShown(page, 5, 5);
    await page.clock.runFor(10_000);
    await expectShown(page, 1, 5);
  });

  test('not while the pointer is over it', async ({ page }) => {
    await openWithFrozenClock(page, 'hero');
    await page.mouse.move(300, 300);
    await page.clock.runFor(30_000);
    await expectAtRest(page, 1, 5);
    await restPointerElsewhere(page);
    await page.clock.runFor(10_000);
    await expectShown(page, 2, 5);
  });

  test('not while the keyboard is in it', async ({ page }) => {
    await openWithFrozenClock(page, 'hero');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Over ons' })).toBeFocused();
    await page.clock.runFor(30_000);
    await expectAtRest(page, 1, 5);
    await page.getByLabel('Naam').focus();
    await page.clock.runFor(10_000);
    await expectShown(page, 2, 5);
  });

  test('again after a click, which leaves its focus on the button', async ({ page }) => {
    await openWithFrozenClock(page, 'hero');
    await next(page).click();
    await expectShown(page, 2, 5);
    await restPointerElsewhere(page);
    await page.clock.runFor(10_000);
    await expectShown(page, 3, 5);
  });

  test('not while the tab is hidden', async ({ page }) => {
    await openWithFrozenClock(page, 'hero');
    await setPageState(page, { visibilityState: 'hidden' });
    await page.clock.runFor(30_000);
    await expectAtRest(page, 1, 5);
    await setPageState(page, { visibilityState: 'visible' });
    await page.clock.runFor(10_000);
    await expectShown(page, 2, 5);
  });

  test('not while the page is prerendered', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
    });
    await openWithFrozenClock(page, 'hero');
    await page.clock.runFor(30_000);
    await expectAtRest(page, 1, 5);
    await setPageState(page, { prerendering: false });
    await page.clock.runFor(10_000);
    await expectShown(page, 2, 5);
  });

  test('not once the visitor has paused it, until they resume it', async ({ page }) => {
    await openWithFrozenClock(page, 'hero');
    await pause(page).click();
    await restPointerElsewhere(page);
    await page.clock.runFor(30_000);
    await expectAtRest(page, 1, 5);
    await play(page).click();
    await restPointerElsewhere(page);
    await page.clock.runFor(10_000);
    await expectShown(page, 2, 5);
  });

  test('not while the next picture has not arrived', async ({ page }) => {
    const release = await holdPicture(page, 2);
    await openWithFrozenClock(page, 'hero');
    await page.clock.runFor(40_000);
    await expectShown(page, 1, 5);
    release();
    await expectShown(page, 2, 5);
  });
});

test.describe('under reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('does not start, but can be started', async ({ page }) => {
    await openWithFrozenClock(page, 'hero');
    await page.clock.runFor(30_000);
    await expectAtRest(page, 1, 5);
    await play(page).click();
    await restPointerElsewhere(page);
    await page.clock.runFor(10_000);
    await expectShown(page, 2, 5);
  });

  test('changes the picture at once, and nothing grows', async ({ page }) => {
    await openExample(page, 'hero');
    await next(page).click();
    await expectShown(page, 2, 5);
    expect(await runningAnimations(page)).toEqual([]);
  });
});

test('the first picture does not fade in; the next fades in 300 ms, the old one out', async ({
  page,
}) => {
  // The clock stands still, so that the fade's fallback leaves time to look at it.
  await openWithFrozenClock(page, 'hero');
  expect(await runningAnimations(page)).toEqual(['drift 14000 ease-out']);
  await slowDownAnimations(page);
  await next(page).click();
  await expectShown(page, 2, 5);
  expect(await runningAnimations(page)).toEqual(
    expect.arrayContaining(['appear 300 ease-in-out', 'vanish 300 ease-in-out']),
  );
});

test('the pause button stops the slow growth too', async ({ page }) => {
  await openExample(page, 'hero');
  await pause(page).click();
  const states = await page.evaluate(() =>
    document.getAnimations().flatMap((one) => (one instanceof CSSAnimation ? one.playState : [])),
  );
  expect(states).toEqual(['paused']);
});

async function setPageState(page: Page, state: Record<string, unknown>) {
  await page.evaluate((values) => {
    for (const [name, value] of Object.entries(values)) {
      Object.defineProperty(document, name, { value, configurable: true });
    }
    document.dispatchEvent(new Event('visibilitychange'));
    document.dispatchEvent(new Event('prerenderingchange'));
  }, state);
}

/** 'appear 300 ease-in-out' of every animation that has not ended. */
function runningAnimations(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      if (!(animation instanceof CSSAnimation) || animation.playState === 'finished') return [];
      const name = /(appear|vanish|drift)/.exec(animation.animationName)?.[0];
      const timing = animation.effect?.getComputedTiming();
      const frames = (animation.effect as KeyframeEffect).getKeyframes();
      return [`${name} ${timing?.duration} ${frames[0]?.easing}`];
    }),
  );
}
