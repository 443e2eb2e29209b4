import type { Page } from '@playwright/test';
import { expect, holdRoute, inMotion, test } from '../support/browser/browser-test.ts';
import {
  effectsHaveRun,
  openWithStoppedClock,
  slowDownAnimations,
} from '../support/browser/stopped-clock.ts';
import { messages } from '../support/content/fixture-site.ts';
import {
  expectAtRest,
  expectShown,
  hero,
  heroCount,
  heroIntervalMs,
  heroPage,
  heroPhotoUrl,
  next,
  pause,
  photoRequests,
  play,
  previous,
  restPointerElsewhere,
} from './carousel-page.ts';

test.use(inMotion);

const { path } = heroPage;
const SOME_INTERVALS_MS = 3 * heroIntervalMs;

test('the photo changes at the page’s interval after the last move', async ({ page }) => {
  await openWithStoppedClock(page, path);
  const expectChange = async (from: number, to: number) => {
    await page.clock.runFor(heroIntervalMs - 100);
    await expectShown(hero(page), from, heroCount);
    await page.clock.runFor(100);
    await expectShown(hero(page), to, heroCount);
  };
  await expectChange(1, 2);
  await page.clock.runFor(heroIntervalMs / 2);
  await page.keyboard.press('ArrowLeft');
  await expectShown(hero(page), 1, heroCount);
  await expectChange(1, 2);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expectShown(hero(page), heroCount, heroCount);
  await expectChange(heroCount, 1);
});

test('the time of the first photo begins with the first paint, before the scripts', async ({
  page,
}) => {
  const loadScripts = await holdRoute(page, '**/assets/*.js');
  await page.clock.install({ time: new Date('2026-05-04T12:00:00') });
  await page.clock.pauseAt(new Date('2026-05-04T12:01:00'));
  // The stopped clock has no paint entries.
  await page.addInitScript(() => {
    const paint = { startTime: performance.now() };
    performance.getEntriesByName = () => [paint as PerformanceEntry];
  });
  await page.goto(path, { waitUntil: 'commit' });
  const loadingMs = heroIntervalMs / 2;
  await page.clock.runFor(loadingMs);
  loadScripts();
  await expect(async () => {
    await page.clock.runFor(1);
    await expect(page.locator('html')).toHaveAttribute('data-started', '', { timeout: 100 });
  }).toPass();
  await effectsHaveRun(page);
  await page.clock.runFor(loadingMs - 1_000);
  await expectShown(hero(page), 1, heroCount);
  await page.clock.runFor(1_500);
  await expectShown(hero(page), 2, heroCount);
});

test('auto-advance pauses for pointer, focus, dialog and hidden tab', async ({ page }) => {
  await openWithStoppedClock(page, path);
  let shown = 1;
  const expectPause = async () => {
    await page.clock.runFor(SOME_INTERVALS_MS);
    await expectAtRest(hero(page), shown, heroCount);
  };
  const expectChange = async () => {
    shown = (shown % heroCount) + 1;
    await page.clock.runFor(heroIntervalMs);
    await expectShown(hero(page), shown, heroCount);
  };
  await test.step('pointer', async () => {
    await page.mouse.move(300, 300);
    await expectPause();
    await restPointerElsewhere(page);
    await expectChange();
  });
  await test.step('dialog', async () => {
    await page.evaluate(() => {
      const dialog = document.createElement('dialog');
      document.body.append(dialog);
      dialog.showModal();
    });
    await expectPause();
    await page.evaluate(() => document.querySelector('dialog:modal')?.remove());
    await expectChange();
  });
  await test.step('keyboard focus, but not the focus after a click', async () => {
    await previous(hero(page)).focus();
    await page.keyboard.press('Shift+Tab');
    await expect(pause(hero(page))).toBeFocused();
    await expectPause();
    await pause(hero(page)).blur();
    await expectChange();
    await next(hero(page)).click();
    shown = (shown % heroCount) + 1;
    await expectShown(hero(page), shown, heroCount);
    await restPointerElsewhere(page);
    await expectChange();
  });
  await test.step('hidden tab, prerendered page', async () => {
    await setPageState(page, { visibilityState: 'hidden' });
    await expectPause();
    await setPageState(page, { visibilityState: 'visible', prerendering: true });
    await expectPause();
    await setPageState(page, { prerendering: false });
    await expectChange();
  });
  await test.step('pause button', async () => {
    await pause(hero(page)).click();
    await restPointerElsewhere(page);
    await expectPause();
    await play(hero(page)).click();
    await restPointerElsewhere(page);
    await expectChange();
  });
});

test('the photo stays until the next one has loaded', async ({ page }) => {
  const release = await holdRoute(page, heroPhotoUrl(2));
  await openWithStoppedClock(page, path);
  await page.clock.runFor(SOME_INTERVALS_MS);
  await expectShown(hero(page), 1, heroCount);
  release();
  await expectShown(hero(page), 2, heroCount);
});

test('of 500 photos only the shown one and, 2 s early, the next are loaded', async ({ page }) => {
  const requests = photoRequests(page);
  await openWithStoppedClock(page, '/stijl-hero-many');
  const props = await page.locator('[data-island=HeroCarousel]').getAttribute('data-props');
  expect(props?.match(/"base":/g), 'photos in the document').toHaveLength(1);
  await page.clock.runFor(7_900);
  await expectShown(hero(page), 1, 500);
  expect(requests.size).toBe(1);
  await page.clock.runFor(100);
  await expect.poll(() => requests.size).toBe(2);
  await expectShown(hero(page), 1, 500);
});

test('all photos but the first cross-fade in 300 ms, and a pause stops the zoom', async ({
  page,
}) => {
  // With a stopped clock the fallback timer does not end the fade early.
  await openWithStoppedClock(page, path);
  const drifting = (state: string) => expect.stringMatching(`^drift \\d+ ease-out ${state}$`);
  // The zoom begins once the photo is there.
  await expect.poll(() => carouselAnimations(page)).toEqual([drifting('running')]);
  await slowDownAnimations(page);
  await next(hero(page)).click();
  await expectShown(hero(page), 2, heroCount);
  const fade = ['appear 300 ease-in-out running', 'vanish 300 ease-in-out running'];
  expect(await carouselAnimations(page)).toEqual(expect.arrayContaining(fade));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: messages.shell.menu }).click();
  expect(await carouselAnimations(page), 'behind the menu').not.toContainEqual(drifting('running'));
  await page.keyboard.press('Escape');
  expect(await carouselAnimations(page)).toContainEqual(drifting('running'));
  await pause(hero(page)).click();
  expect(await carouselAnimations(page)).not.toContainEqual(drifting('running'));
});

test.describe(() => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('under reduced motion auto-advance does not start, and photos change without animation', async ({
    page,
  }) => {
    await openWithStoppedClock(page, path);
    await page.clock.runFor(SOME_INTERVALS_MS);
    await expectAtRest(hero(page), 1, heroCount);
    await play(hero(page)).click();
    await restPointerElsewhere(page);
    await page.clock.runFor(heroIntervalMs);
    await expectShown(hero(page), 2, heroCount);
    expect(await carouselAnimations(page)).toEqual([]);
  });
});

async function setPageState(page: Page, state: Record<string, unknown>) {
  await page.evaluate((values) => {
    for (const [name, value] of Object.entries(values)) {
      Object.defineProperty(document, name, { value, configurable: true });
    }
  }, state);
}

/** 'appear 300 ease-in-out running' for every animation of a carousel that has not finished. */
function carouselAnimations(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      if (!(animation instanceof CSSAnimation)) return [];
      const { effect, playState } = animation;
      if (!(effect instanceof KeyframeEffect) || playState === 'finished') return [];
      if (!effect.target?.closest('[data-role]')) return [];
      const [first, last] = effect.getKeyframes();
      let name = 'drift';
      if (first?.opacity === '0') name = 'appear';
      else if (last?.opacity === '0') name = 'vanish';
      else if (last?.scale === undefined) return [];
      const { duration } = effect.getComputedTiming();
      return `${name} ${duration} ${first?.easing} ${playState}`;
    }),
  );
}
