import type { Page } from '@playwright/test';
import { expect, inMotion, test } from '../support/browser-test.ts';
import { words } from '../support/site.ts';
import {
  expectAtRest,
  expectShown,
  hero,
  heroCount,
  heroIntervalMs,
  heroPage,
  holdHeroPhoto,
  next,
  pause,
  play,
  previous,
  restPointerElsewhere,
} from './carousel-page.ts';
import { openWithStoppedClock, slowDownAnimations } from './stopped-clock.ts';

test.use(inMotion);

const { path } = heroPage;
const SOME_INTERVALS_MS = 3 * heroIntervalMs;

test('advances after the interval of its page, counted from the last move, and begins again', async ({
  page,
}) => {
  await openWithStoppedClock(page, path);
  const itAdvancesAfterTheInterval = async (from: number, to: number) => {
    await page.clock.runFor(heroIntervalMs - 100);
    await expectShown(hero(page), from, heroCount);
    await page.clock.runFor(100);
    await expectShown(hero(page), to, heroCount);
  };
  await test.step('not 100 ms before', () => itAdvancesAfterTheInterval(1, 2));
  await test.step('a manual move restarts the interval', async () => {
    await page.clock.runFor(heroIntervalMs / 2);
    await page.keyboard.press('ArrowLeft');
    await expectShown(hero(page), 1, heroCount);
    await itAdvancesAfterTheInterval(1, 2);
  });
  await test.step('from the last to the first', async () => {
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expectShown(hero(page), heroCount, heroCount);
    await itAdvancesAfterTheInterval(heroCount, 1);
  });
});

test('pauses under the pointer or the focus, behind a dialog and in a hidden tab, and resumes after', async ({
  page,
}) => {
  await openWithStoppedClock(page, path);
  let shown = 1;
  const itStandsStill = async () => {
    await page.clock.runFor(SOME_INTERVALS_MS);
    await expectAtRest(hero(page), shown, heroCount);
  };
  const itGoesOn = async () => {
    shown = (shown % heroCount) + 1;
    await page.clock.runFor(heroIntervalMs);
    await expectShown(hero(page), shown, heroCount);
  };
  await test.step('pointer', async () => {
    await page.mouse.move(300, 300);
    await itStandsStill();
    await restPointerElsewhere(page);
    await itGoesOn();
  });
  await test.step('a dialog over the page', async () => {
    await page.evaluate(() => {
      const dialog = document.createElement('dialog');
      document.body.append(dialog);
      dialog.showModal();
    });
    await itStandsStill();
    await page.evaluate(() => document.querySelector('dialog:modal')?.remove());
    await itGoesOn();
  });
  await test.step('focus of the keyboard, not the one a click leaves', async () => {
    await previous(hero(page)).focus();
    await page.keyboard.press('Shift+Tab');
    await expect(pause(hero(page))).toBeFocused();
    await itStandsStill();
    await pause(hero(page)).blur();
    await itGoesOn();
    await next(hero(page)).click();
    shown = (shown % heroCount) + 1;
    await expectShown(hero(page), shown, heroCount);
    await restPointerElsewhere(page);
    await itGoesOn();
  });
  await test.step('hidden tab', async () => {
    await setPageState(page, { visibilityState: 'hidden' });
    await itStandsStill();
    await setPageState(page, { visibilityState: 'visible' });
    await itGoesOn();
  });
  await test.step('pause button', async () => {
    await pause(hero(page)).click();
    await restPointerElsewhere(page);
    await itStandsStill();
    await play(hero(page)).click();
    await restPointerElsewhere(page);
    await itGoesOn();
  });
});

test('does not start while the page is prerendered', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
  });
  await openWithStoppedClock(page, path);
  await page.clock.runFor(SOME_INTERVALS_MS);
  await expectAtRest(hero(page), 1, heroCount);
  await setPageState(page, { prerendering: false });
  await page.clock.runFor(heroIntervalMs);
  await expectShown(hero(page), 2, heroCount);
});

test('waits for a next picture that has not arrived', async ({ page }) => {
  const release = await holdHeroPhoto(page, 2);
  await openWithStoppedClock(page, path);
  await page.clock.runFor(SOME_INTERVALS_MS);
  await expectShown(hero(page), 1, heroCount);
  release();
  await expectShown(hero(page), 2, heroCount);
});

test('the first picture does not fade in; the next fades in 300 ms, the old one out; paused, nothing grows', async ({
  page,
}) => {
  // With a stopped clock the fallback timer does not end the fade early.
  await openWithStoppedClock(page, path);
  expect(await runningAnimations(page)).toEqual([expect.stringMatching(/^drift \d+ ease-out$/)]);
  await slowDownAnimations(page);
  await next(hero(page)).click();
  await expectShown(hero(page), 2, heroCount);
  expect(await runningAnimations(page)).toEqual(
    expect.arrayContaining(['appear 300 ease-in-out', 'vanish 300 ease-in-out']),
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: words.shell.menu }).click();
  expect(await driftStates(page), 'behind the menu').toEqual(new Set(['paused']));
  await page.keyboard.press('Escape');
  expect(await driftStates(page)).toEqual(new Set(['running']));
  await pause(hero(page)).click();
  expect(await driftStates(page)).toEqual(new Set(['paused']));
});

test.describe('under reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('does not start until it is started; pictures change at once, and nothing grows', async ({
    page,
  }) => {
    await openWithStoppedClock(page, path);
    await page.clock.runFor(SOME_INTERVALS_MS);
    await expectAtRest(hero(page), 1, heroCount);
    await play(hero(page)).click();
    await restPointerElsewhere(page);
    await page.clock.runFor(heroIntervalMs);
    await expectShown(hero(page), 2, heroCount);
    expect(await runningAnimations(page)).toEqual([]);
  });
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

/** 'appear 300 ease-in-out' for every running animation of a carousel. */
async function runningAnimations(page: Page): Promise<string[]> {
  const animations = await carouselAnimations(page);
  return animations
    .filter(({ playState }) => playState !== 'finished')
    .map(({ name, duration, easing }) => `${name} ${duration} ${easing}`);
}

async function driftStates(page: Page): Promise<Set<string>> {
  const animations = await carouselAnimations(page);
  return new Set(
    animations.filter(({ name }) => name === 'drift').map(({ playState }) => playState),
  );
}

function carouselAnimations(page: Page) {
  return page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      if (!(animation instanceof CSSAnimation)) return [];
      const name = /(appear|vanish|drift)/.exec(animation.animationName)?.[0];
      if (!name || !(animation.effect instanceof KeyframeEffect)) return [];
      const { duration } = animation.effect.getComputedTiming();
      const [frame] = animation.effect.getKeyframes();
      return { name, duration, easing: frame?.easing, playState: animation.playState };
    }),
  );
}
