import type { Page } from '@playwright/test';
import { fillIn } from '../../site/shared-content.tsx';
import { next, previous } from './carousel-page.ts';
import {
  expect,
  expectShown,
  messages,
  openExample,
  openWithFrozenClock,
  positionLabel,
  test,
} from './examples.ts';

const { carousel } = messages;

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
