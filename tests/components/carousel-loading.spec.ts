import { expect, inMotion, openPage, test } from '../support/browser-test.ts';
import { words } from '../support/site.ts';
import {
  expectShown,
  failHeroPhoto,
  gallery,
  hero,
  heroAlt,
  heroCount,
  heroIntervalMs,
  heroPage,
  next,
  photoRequests,
  shownSlide,
} from './carousel-page.ts';
import { openWithStoppedClock } from './stopped-clock.ts';

test.use(inMotion);

test('of 500 photos, loads only the shown one, and the next one 2 s before it is due', async ({
  page,
}) => {
  const requests = photoRequests(page);
  await openWithStoppedClock(page, '/stijl-hero-many');
  await page.clock.runFor(7_900);
  await expectShown(hero(page), 1, 500);
  expect(requests.size).toBe(1);
  await expect(hero(page).locator('img')).toHaveCount(1);
  await page.clock.runFor(100);
  await expect.poll(() => requests.size).toBe(2);
  await expectShown(hero(page), 1, 500);
});

test('loads no photo of a gallery far below the window', async ({ page }) => {
  await page.addInitScript(() => {
    // Applies from the first layout on.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('body { padding-top: 9000px }');
    document.adoptedStyleSheets = [sheet];
  });
  const requests = photoRequests(page);
  await openPage(page, '/stijl-gallery-five');
  await page.evaluate(() => document.fonts.ready);
  expect([...requests]).toEqual([]);
  await gallery(page).scrollIntoViewIfNeeded();
  await expect.poll(() => requests.size).toBe(1);
});

test('shows the alternative text of a photo that fails, and goes on', async ({ page, watch }) => {
  watch.allow(/status of 404/);
  await failHeroPhoto(page, 2);
  await openWithStoppedClock(page, heroPage.path);
  await page.clock.runFor(heroIntervalMs);
  await expectShown(hero(page), 2, heroCount);
  await expect(shownSlide(hero(page)).getByText(heroAlt(2))).toBeVisible();
  await expect(shownSlide(hero(page)).getByRole('img')).toHaveCount(0);
  await page.clock.runFor(heroIntervalMs);
  await expect(hero(page).getByRole('img', { name: heroAlt(3) })).toBeVisible();
});

test('detects that the first photo failed before hydration', async ({ page, watch }) => {
  watch.allow(/status of 404/);
  await failHeroPhoto(page, 1);
  await openPage(page, heroPage.path);
  await expect(shownSlide(hero(page)).getByText(words.carousel.pictureFailed)).toBeVisible();
  await next(hero(page)).click();
  await expectShown(hero(page), 2, heroCount);
});
