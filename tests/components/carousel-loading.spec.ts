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
  holdHeroPhoto,
  next,
  photoRequests,
  positionLabel,
  shownSlide,
} from './carousel-page.ts';
import { openWithStoppedClock } from './stopped-clock.ts';

test.use(inMotion);

const { path } = heroPage;

test('loads nothing but the shown picture, of 500, and the next 2 s before it is due', async ({
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

test('loads no picture of a gallery far below the window', async ({ page }) => {
  await page.addInitScript(() => {
    // Applies from the first layout on.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('body { padding-top: 9000px }');
    document.adoptedStyleSheets = [sheet];
  });
  const requests = photoRequests(page);
  await openPage(page, '/stijl-gallery-two');
  await page.evaluate(() => document.fonts.ready);
  expect([...requests]).toEqual([]);
  await gallery(page).scrollIntoViewIfNeeded();
  await expect.poll(() => requests.size).toBe(1);
});

test('keeps the old picture until the new one is there', async ({ page }) => {
  const release = await holdHeroPhoto(page, 2);
  await openPage(page, path);
  await next(hero(page)).click();
  await expect(hero(page).getByText(`${positionLabel(2, heroCount)}.`)).toBeAttached();
  await expectShown(hero(page), 1, heroCount);
  release();
  await expectShown(hero(page), 2, heroCount);
});

test.describe('a picture that fails', () => {
  test('is a calm placeholder with its text, and the carousel goes on', async ({ page, watch }) => {
    watch.allow(/status of 404/);
    await failHeroPhoto(page, 2);
    await openWithStoppedClock(page, path);
    await page.clock.runFor(heroIntervalMs);
    await expectShown(hero(page), 2, heroCount);
    await expect(shownSlide(hero(page)).getByText(heroAlt(2))).toBeVisible();
    await expect(shownSlide(hero(page)).getByRole('img')).toHaveCount(0);
    await page.clock.runFor(heroIntervalMs);
    await expectShown(hero(page), 3, heroCount);
    await expect(hero(page).getByRole('img', { name: heroAlt(3) })).toBeVisible();
  });

  test('is found even when it is the first, before script was there', async ({ page, watch }) => {
    watch.allow(/status of 404/);
    await failHeroPhoto(page, 1);
    await openPage(page, path);
    const placeholder = shownSlide(hero(page)).getByText(words.carousel.pictureFailed);
    await expect(placeholder).toBeVisible();
    await next(hero(page)).click();
    await expectShown(hero(page), 2, heroCount);
  });
});
