import { expect, inMotion, openPage, test } from '../support/browser/browser-test.ts';
import { openWithStoppedClock } from '../support/browser/stopped-clock.ts';
import { messages, pageWith } from '../support/content/fixture-site.ts';
import {
  enlarge,
  expectAtRest,
  gallery,
  hero,
  heroCount,
  heroIntervalMs,
  heroPage,
  heroPhotoUrl,
} from './carousel-page.ts';

test.describe(() => {
  test.use(inMotion);

  test('a hero stays on its photo while the next does not load, and then tries others', async ({
    page,
    watch,
  }) => {
    watch.allow(/ERR_FAILED/);
    await openWithStoppedClock(page, heroPage.path);
    await page.route('**/photos/**', (route) => route.abort());
    // There are more turns than photos, and each fails before the next begins.
    for (let turn = 0; turn <= heroCount; turn++) {
      const failed = page.waitForEvent('requestfailed');
      await page.clock.runFor(heroIntervalMs);
      await failed;
      await expectAtRest(hero(page), 1, heroCount);
    }
    await expect(page.getByText(messages.carousel.pictureFailed)).toHaveCount(0);
    await page.unroute('**/photos/**');
    await page.route(heroPhotoUrl(2), (route) => route.abort());
    await expect
      .poll(async () => {
        await page.clock.runFor(heroIntervalMs);
        return hero(page).locator('[data-role=shown]').getAttribute('aria-label');
      })
      .not.toContain('1');
    await expect(page.getByText(messages.carousel.pictureFailed)).toHaveCount(0);
  });
});

test('a photo whose dialog does not load says so at the first tap, and is enlarged at the next', async ({
  page,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  const SCRIPT = '**/assets/GalleryDialog-*.js';
  await page.route(SCRIPT, (route) => route.abort());
  await openPage(page, pageWith('story').path);
  const status = gallery(page).getByText(messages.carousel.dialogFailed);
  await enlarge(gallery(page)).click();
  await expect(status).toBeVisible();
  await expect(status).toBeInViewport();
  await page.unroute(SCRIPT);
  await enlarge(gallery(page)).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(status).toHaveCount(0);
});
