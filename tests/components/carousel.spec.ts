import type { Page } from '@playwright/test';
import { fillIn } from '../../site/shared-content.tsx';
import {
  expect,
  expectAtRest,
  expectShown,
  messages,
  nextIsLoaded,
  openExample,
  openWithFrozenClock,
  pictureRequests,
  positionLabel,
  shownSlide,
  test,
} from './examples.ts';

const { carousel } = messages;

const next = (page: Page) => page.getByRole('button', { name: carousel.next });
const previous = (page: Page) => page.getByRole('button', { name: carousel.previous });
const pause = (page: Page) => page.getByRole('button', { name: carousel.pause });
const play = (page: Page) => page.getByRole('button', { name: carousel.play });

/** Away from the hero, which pauses under the pointer. */
async function restPointerElsewhere(page: Page) {
  await page.mouse.move(5, page.viewportSize()?.height ?? 0);
}

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

test('previous and next wrap around', async ({ page }) => {
  await openExample(page, 'hero');
  await previous(page).click();
  await expectShown(page, 5, 5);
  await next(page).click();
  await expectShown(page, 1, 5);
});

test.describe('the arrow keys', () => {
  test('move the hero while nothing has the focus', async ({ page }) => {
    await openExample(page, 'hero');
    await page.keyboard.press('ArrowRight');
    await expectShown(page, 2, 5);
    await page.keyboard.press('ArrowLeft');
    await expectShown(page, 1, 5);
  });

  test('typed in a form field move nothing', async ({ page }) => {
    await openExample(page, 'hero');
    await page.getByLabel('Naam').fill('Zoë');
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.getByLabel('Naam').blur();
    await page.keyboard.press('ArrowRight');
    await expectShown(page, 2, 5);
  });

  test('with Ctrl, Alt, Cmd or Shift are the browser’s', async ({ page }) => {
    await openExample(page, 'hero');
    for (const modifier of ['Control', 'Alt', 'Meta', 'Shift']) {
      await page.keyboard.press(`${modifier}+ArrowDown`);
      await page.evaluate(
        (key) => {
          const init = { key: 'ArrowRight', bubbles: true, [`${key}Key`]: true };
          document.body.dispatchEvent(new KeyboardEvent('keydown', init));
        },
        modifier === 'Control' ? 'ctrl' : modifier.toLowerCase(),
      );
    }
    await page.keyboard.press('ArrowRight');
    await expectShown(page, 2, 5);
  });

  test('move one of two carousels: the one of which most is visible', async ({ page }) => {
    await openExample(page, 'two');
    await page.keyboard.press('ArrowRight');
    await expectShown(page, 2, 5, '.hero');
    await page.locator('.small').evaluate((small) => small.scrollIntoView());
    await page.keyboard.press('ArrowRight');
    await expectShown(page, 2, 4, '.small');
    await expectShown(page, 2, 5, '.hero');
  });

  test('move the carousel whose button has the focus', async ({ page }) => {
    await openExample(page, 'two');
    await page.locator('.hero').getByRole('button', { name: carousel.next }).click();
    await expectShown(page, 2, 5, '.hero');
    await page.keyboard.press('ArrowRight');
    await expectShown(page, 3, 5, '.hero');
    await expectShown(page, 1, 4, '.small');
  });

  test('work after the scroll link has moved the focus', async ({ page }) => {
    await openExample(page, 'hero');
    await page.evaluate(() =>
      document.getElementById('scroll-content')?.setAttribute('tabindex', '-1'),
    );
    await page
      .locator('#scroll-content')
      .evaluate((target) => target.focus({ preventScroll: true }));
    await page.keyboard.press('ArrowRight');
    await expectShown(page, 2, 5);
  });
});

test.describe('touched', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  test('moves with a swipe, to the left the next, to the right the previous', async ({ page }) => {
    await openExample(page, 'hero');
    await swipe(page, { x: 300, y: 200 }, { x: 80, y: 220 });
    await expectShown(page, 2, 5);
    await swipe(page, { x: 80, y: 200 }, { x: 300, y: 190 });
    await expectShown(page, 1, 5);
  });

  test('leaves vertical scrolling to the page', async ({ page }) => {
    await openExample(page, 'hero');
    await swipe(page, { x: 180, y: 500 }, { x: 130, y: 200 });
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    await expectShown(page, 1, 5);
  });
});

test.describe('loads', () => {
  test('nothing but the shown picture, of 500', async ({ page }) => {
    const requests = pictureRequests(page);
    await openWithFrozenClock(page, 'many');
    await page.clock.runFor(7_900);
    await expectShown(page, 1, 500);
    expect([...requests]).toEqual(['foto-1']);
    expect(await page.locator('img').count()).toBe(1);
  });

  test('the next picture shortly before it is due', async ({ page }) => {
    const requests = pictureRequests(page);
    await openWithFrozenClock(page, 'many');
    await page.clock.runFor(8_000);
    await expect.poll(() => [...requests]).toEqual(['foto-1', 'foto-2']);
    await expectShown(page, 1, 500);
  });

  test('no picture of a gallery far below the window', async ({ page }) => {
    await page.setViewportSize({ width: 800, height: 400 });
    const requests = pictureRequests(page);
    await openExample(page, 'gallery-below');
    await page.evaluate(() => document.fonts.ready);
    expect([...requests]).toEqual([]);
    await page.locator('.small').scrollIntoViewIfNeeded();
    await expect.poll(() => [...requests]).toEqual(['foto-1']);
  });

  test('keeps the old picture until the new one is there', async ({ page }) => {
    const release = await holdPicture(page, 2);
    await openExample(page, 'hero');
    await next(page).click();
    await expect(page.getByText(`${positionLabel(2, 5)}.`)).toBeAttached();
    await expectShown(page, 1, 5);
    release();
    await expectShown(page, 2, 5);
  });
});

test('next, 50 times fast, ends at the right picture with two or fewer in the page', async ({
  page,
}) => {
  await openExample(page, 'many');
  await page.evaluate(() => {
    const button = document.querySelector<HTMLButtonElement>('[data-side="next"]');
    for (let press = 0; press < 50; press++) button?.click();
  });
  await expectShown(page, 51, 500);
  await expect(page.locator('img')).toHaveCount(1);
});

test('one picture has no controls and does not move', async ({ page }) => {
  await openWithFrozenClock(page, 'one');
  await page.clock.runFor(30_000);
  await page.keyboard.press('ArrowRight');
  await expectShown(page, 1, 1);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('img', { name: 'Tafel 1' })).toBeVisible();
});

test.describe('a picture that fails', () => {
  test('is a calm placeholder with its text, and the carousel goes on', async ({
    page,
    complaints,
  }) => {
    complaints.expect(/status of 404/);
    await openWithFrozenClock(page, 'failing');
    await page.clock.runFor(10_000);
    await expectShown(page, 2, 4);
    await expect(shownSlide(page).getByText('Tafel 2')).toBeVisible();
    await expect(shownSlide(page).getByRole('img')).toHaveCount(0);
    await page.clock.runFor(10_000);
    await expectShown(page, 3, 4);
    await expect(page.getByRole('img', { name: 'Tafel 3' })).toBeVisible();
  });

  test('is found even when it is the first', async ({ page, complaints }) => {
    complaints.expect(/status of 404/);
    await openExample(page, 'failing-first');
    await expect(shownSlide(page).getByText(carousel.pictureFailed)).toBeVisible();
    await next(page).click();
    await expectShown(page, 2, 3);
  });
});

test.describe('for a screen reader', () => {
  test('is a region of slides, of which one is there', async ({ page }) => {
    await openExample(page, 'hero');
    const region = page.getByRole('region', { name: carousel.region });
    await expect(region).toHaveAttribute('aria-roledescription', carousel.carousel);
    await expect(region.getByRole('group', { name: positionLabel(1, 5) })).toHaveAttribute(
      'aria-roledescription',
      carousel.slide,
    );
    await next(page).click();
    await expect(region.getByRole('group')).toHaveCount(1);
  });

  test('announces the visitor’s moves and not those of the clock', async ({ page }) => {
    await openWithFrozenClock(page, 'hero');
    const announcement = page.locator('[aria-live]');
    await page.clock.runFor(10_000);
    await expectShown(page, 2, 5);
    await expect(announcement).toHaveAttribute('aria-live', 'off');
    await expect(announcement).toHaveText('');
    await page.keyboard.press('ArrowRight');
    await expect(announcement).toHaveAttribute('aria-live', 'polite');
    await expect(announcement).toHaveText(`${positionLabel(3, 5)}. Tafel 3`);
    await expectShown(page, 3, 5);
    await page.clock.runFor(10_000);
    await expect(announcement).toHaveAttribute('aria-live', 'off');
  });
});

test('indicators change the index, start where told, and navigation can be hidden', async ({
  page,
}) => {
  await openExample(page, 'indicators');
  await expectShown(page, 3, 4);
  await expect(next(page)).toHaveCount(0);
  await expect(
    page.getByRole('button', { name: fillIn(carousel.goTo, { index: 3 }) }),
  ).toHaveAttribute('aria-current', 'true');
  await page.getByRole('button', { name: fillIn(carousel.goTo, { index: 1 }) }).click();
  await expectShown(page, 1, 4);
  await expect(
    page.getByRole('button', { name: fillIn(carousel.goTo, { index: 1 }) }),
  ).toHaveAttribute('aria-current', 'true');
});

test('every control is at least 44 pixels each way', async ({ page }) => {
  await openExample(page, 'hero');
  for (const button of await page.getByRole('button').all()) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
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

/** So that there is time to look at a cross-fade. */
async function slowDownAnimations(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0.01 });
}

/** Lets the picture wait until the returned function is called. */
async function holdPicture(page: Page, number: number): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/photos/foto-${number}-*`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

interface Point {
  x: number;
  y: number;
}

async function swipe(page: Page, from: Point, to: Point) {
  const session = await page.context().newCDPSession(page);
  const steps = 8;
  const at = (part: number) => ({
    x: from.x + (to.x - from.x) * part,
    y: from.y + (to.y - from.y) * part,
  });
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (let step = 1; step <= steps; step++) {
    await session.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [at(step / steps)],
    });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}
