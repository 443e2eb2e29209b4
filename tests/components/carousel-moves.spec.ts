import { expect, holdRoute, inMotion, openPage, test } from '../support/browser/browser-test.ts';
import { openWithStoppedClock } from '../support/browser/stopped-clock.ts';
import { messages, sectionOf } from '../support/content/fixture-site.ts';
import {
  expectShown,
  gallery,
  hero,
  heroAlt,
  heroCount,
  heroIntervalMs,
  heroPage,
  heroPhotoUrl,
  indicator,
  next,
  positionLabel,
  shownSlide,
  swipe,
} from './carousel-page.ts';

const { path } = heroPage;

test('an arrow key pressed before the scripts have started moves the carousel once they have', async ({
  page,
}) => {
  const release = await holdRoute(page, '**/assets/site-*.js');
  const requested = page.waitForRequest('**/assets/site-*.js');
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await requested;
  await page.keyboard.press('ArrowRight');
  release();
  await expectShown(hero(page), 2, heroCount);
});

test('arrow keys move the focused or most visible carousel', async ({ page }) => {
  const count = sectionOf(heroPage, 'offer').photos.length;
  await openPage(page, path);
  await page.keyboard.press('ArrowRight');
  await expectShown(hero(page), 2, heroCount);
  await test.step('after an in-page jump', async () => {
    await page.locator('#scroll-content').evaluate((to) => to.focus({ preventScroll: true }));
    await page.keyboard.press('ArrowLeft');
    await expectShown(hero(page), 1, heroCount);
  });
  await test.step('not in a form field', async () => {
    await page.evaluate(() => {
      const field = document.createElement('input');
      field.value = 'Zoë';
      document.querySelector('main')?.prepend(field);
      field.focus({ preventScroll: true });
    });
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
    await page.locator('input').evaluate((field) => field.remove());
    await expectShown(hero(page), 1, heroCount);
  });
  await test.step('not with a modifier', async () => {
    await page.evaluate(() => {
      for (const modifier of ['ctrlKey', 'altKey', 'metaKey', 'shiftKey']) {
        const init = { key: 'ArrowRight', bubbles: true, [modifier]: true };
        document.body.dispatchEvent(new KeyboardEvent('keydown', init));
      }
    });
    await page.keyboard.press('ArrowRight');
    await expectShown(hero(page), 2, heroCount);
  });
  await test.step('one of several carousels', async () => {
    await gallery(page).evaluate((element) => element.scrollIntoView());
    await page.keyboard.press('ArrowRight');
    await expectShown(gallery(page), 2, count);
    await expectShown(hero(page), 2, heroCount);
    await next(hero(page)).focus();
    await page.evaluate(() => window.scrollTo(0, 1000));
    await page.keyboard.press('ArrowRight');
    await expectShown(hero(page), 3, heroCount);
    await expectShown(gallery(page), 2, count);
  });
});

test('a gallery can start at another photo and have no arrows', async ({ page }) => {
  await openPage(page, '/stijl-gallery-with-indicators');
  await expectShown(gallery(page), 3, 5);
  await expect(indicator(gallery(page), 3)).toHaveAttribute('aria-current', 'true');
  await expect(next(gallery(page))).toHaveCount(0);
});

test('an indicator shows and announces its photo', async ({ page }) => {
  await openPage(page, '/stijl-gallery-with-indicators');
  await indicator(gallery(page), 1).click();
  await expectShown(gallery(page), 1, 5);
  await expect(gallery(page).locator('[aria-live]')).toContainText(positionLabel(1, 5));
  await expect(indicator(gallery(page), 1)).toHaveAttribute('aria-current', 'true');
  await expect(indicator(gallery(page), 3)).not.toHaveAttribute('aria-current');
});

test('a failed photo is replaced by its text', async ({ page, watch }) => {
  watch.allow(/status of 404/);
  // The first photo fails before hydration.
  for (const number of [1, 2]) {
    await page.route(heroPhotoUrl(number), (route) => route.fulfill({ status: 404 }));
  }
  await openPage(page, path);
  await expect(shownSlide(hero(page)).getByText(messages.carousel.pictureFailed)).toBeVisible();
  await next(hero(page)).click();
  await expect(shownSlide(hero(page)).getByText(heroAlt(2))).toBeVisible();
  await expect(shownSlide(hero(page)).getByRole('img')).toHaveCount(0);
  await next(hero(page)).click();
  await expect(hero(page).getByRole('img', { name: heroAlt(3) })).toBeVisible();
});

test('50 fast clicks end at the right photo', async ({ page }) => {
  await openPage(page, '/stijl-hero-many');
  await next(hero(page)).evaluate((button) => {
    for (let press = 0; press < 50; press++) (button as HTMLElement).click();
  });
  await expectShown(hero(page), 51, 500);
  await expect(hero(page).locator('img')).toHaveCount(1);
});

test.describe('touched', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  test('a swipe moves the carousel, and vertical scrolling the page', async ({ page }) => {
    await openPage(page, path);
    await swipe(page, { x: 300, y: 200 }, { x: 80, y: 220 });
    await expectShown(hero(page), 2, heroCount);
    await swipe(page, { x: 80, y: 200 }, { x: 300, y: 190 });
    await expectShown(hero(page), 1, heroCount);
    await swipe(page, { x: 180, y: 500 }, { x: 130, y: 200 });
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    await expectShown(hero(page), 1, heroCount);
  });
});

test.describe('in motion', () => {
  test.use(inMotion);

  test('one photo has no controls, does not move and is no carousel', async ({ page }) => {
    await openWithStoppedClock(page, '/stijl-hero-one');
    await page.clock.runFor(3 * heroIntervalMs);
    await page.keyboard.press('ArrowRight');
    await expect(hero(page).locator('[data-role]')).toHaveCount(1);
    await expect(hero(page).getByRole('button')).toHaveCount(0);
    await expect(hero(page).getByRole('region')).toHaveCount(0);
    await expect(hero(page).getByRole('group')).toHaveCount(0);
    await expect(hero(page).getByRole('img')).toBeVisible();
  });

  test('screen readers find slides and hear only the visitor’s moves', async ({ page }) => {
    await openWithStoppedClock(page, path);
    const { carousel } = messages;
    const region = hero(page).getByRole('region', { name: carousel.region });
    const announcement = hero(page).locator('[aria-live]');
    await expect(region).toHaveAttribute('aria-roledescription', carousel.carousel);
    const slide = region.getByRole('group', { name: positionLabel(1, heroCount) });
    await expect(slide).toHaveAttribute('aria-roledescription', carousel.slide);
    await expect(slide.getByRole('img', { name: heroAlt(1) })).toBeVisible();
    await page.clock.runFor(heroIntervalMs);
    await expectShown(hero(page), 2, heroCount);
    await expect(region.getByRole('group')).toHaveCount(1);
    await expect(announcement).toHaveAttribute('aria-live', 'off');
    await expect(announcement).toHaveText('');
    await page.keyboard.press('ArrowRight');
    await expect(announcement).toHaveAttribute('aria-live', 'polite');
    await expect(announcement).toHaveText(`${positionLabel(3, heroCount)}. ${heroAlt(3)}`);
    await expectShown(hero(page), 3, heroCount);
    await page.clock.runFor(heroIntervalMs);
    await expect(announcement).toHaveAttribute('aria-live', 'off');
  });
});
