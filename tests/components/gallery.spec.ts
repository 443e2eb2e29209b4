import type { Page } from '@playwright/test';
import { expect, openPage, test } from '../support/browser/browser-test.ts';
import { content, messages, pageWith, sectionOf } from '../support/content/fixture-site.ts';
import {
  dialog,
  enlarge,
  expectShown,
  gallery,
  hero,
  heroCount,
  heroPage,
  indicator,
  next,
  pause,
  photoRequests,
  previous,
  swipe,
} from './carousel-page.ts';

/** The page of the style guide with a gallery of five photos. */
const FIVE = '/stijl-gallery-five';

async function openLarge(page: Page) {
  await enlarge(gallery(page)).click();
  await expect(dialog(page)).toBeVisible();
}

async function close(page: Page) {
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
}

test('the gallery and its dialog show the same photo', async ({ page }) => {
  await openPage(page, FIVE);
  await expect(pause(gallery(page))).toHaveCount(0);
  await expect(indicator(gallery(page), 1)).toHaveCount(0);
  await next(gallery(page)).click();
  await expectShown(gallery(page), 2, 5);
  await openLarge(page);
  expect(await page.evaluate(() => document.getAnimations()), 'under reduced motion').toEqual([]);
  await expectShown(dialog(page), 2, 5);
  await next(dialog(page)).click();
  await next(dialog(page)).click();
  await expectShown(dialog(page), 4, 5);
  await expectShown(gallery(page), 2, 5);
  await close(page);
  await expectShown(gallery(page), 4, 5);
  await expect(enlarge(gallery(page))).toBeFocused();
  await previous(gallery(page)).click();
  await expectShown(gallery(page), 3, 5);
  await openLarge(page);
  await close(page);
  await expectShown(gallery(page), 3, 5);
});

test('a gallery far below the window loads no photo', async ({ page }) => {
  await page.addInitScript(() => {
    // The sheet applies from the first layout on.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('body { padding-top: 9000px }');
    document.adoptedStyleSheets = [sheet];
  });
  const requests = photoRequests(page);
  await openPage(page, '/stijl-gallery-without-dialog');
  await page.evaluate(() => document.fonts.ready);
  expect([...requests]).toEqual([]);
  await gallery(page).scrollIntoViewIfNeeded();
  await expect.poll(() => requests.size).toBe(1);
  await next(gallery(page)).click();
  await expectShown(gallery(page), 2, 5);
  await expect(enlarge(gallery(page))).toHaveCount(0);
});

test('arrow keys move the gallery in the dialog and nothing behind it', async ({ page }) => {
  const { photos } = sectionOf(heroPage, 'offer');
  await openPage(page, heroPage.path);
  await enlarge(gallery(page)).press('Enter');
  await expect(dialog(page).getByRole('button', { name: messages.shell.close })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expectShown(dialog(page), 2, photos.length);
  await previous(dialog(page)).focus();
  await page.keyboard.press('ArrowLeft');
  await expectShown(dialog(page), 1, photos.length);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expectShown(dialog(page), 2, photos.length);
  await close(page);
  await expectShown(gallery(page), 2, photos.length);
  await expectShown(hero(page), 1, heroCount);
});

test.describe('touched', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  test('a tap opens the dialog; a swipe only moves the gallery', async ({ page }) => {
    await openPage(page, FIVE);
    await swipeLeft(page, '[data-variant="gallery"]');
    await expectShown(gallery(page), 2, 5);
    await expect(page.locator('dialog')).toHaveCount(0);
    await expect(async () => {
      // The browser ignores a tap right after a flick.
      await enlarge(gallery(page)).tap();
      await expect(dialog(page)).toBeVisible({ timeout: 500 });
    }).toPass();
    await swipeLeft(page, 'dialog');
    await expectShown(dialog(page), 3, 5);
  });
});

test.describe(() => {
  test.use({ javaScriptEnabled: false });

  test('every photo is visible without scripts', async ({ page }) => {
    const story = pageWith('story');
    await page.goto(story.path);
    const photos = page.locator('section').filter({ has: gallery(page) });
    for (const name of sectionOf(story, 'story').photos) {
      const alt = content.photos[name]?.alt ?? '';
      await expect.soft(photos.getByRole('img', { name: alt })).toBeVisible();
    }
  });
});

async function swipeLeft(page: Page, within: string) {
  const box = await page.locator(`${within} [data-role="shown"]`).boundingBox();
  if (!box) throw new Error(`${within} shows no photo`);
  const from = { x: box.x + box.width * 0.8, y: box.y + box.height / 3 };
  await swipe(page, from, { ...from, x: from.x - 120 });
}
