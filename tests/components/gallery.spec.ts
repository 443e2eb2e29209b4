import type { Page } from '@playwright/test';
import { expect, openPage, test } from '../support/browser-test.ts';
import { content, pageWith, sectionOf, words } from '../support/site.ts';
import {
  dialog,
  enlarge,
  expectShown,
  gallery,
  hero,
  heroPage,
  indicator,
  next,
  pause,
  previous,
  swipe,
} from './carousel-page.ts';

/** A gallery of five. */
const FIVE = '/stijl-gallery-five';

async function openLarge(page: Page) {
  await enlarge(gallery(page)).click();
  await expect(dialog(page)).toBeVisible();
}

async function close(page: Page) {
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
}

test('its dialog is as large as the window, and shows and hands back the same picture, however many there are', async ({
  page,
  watch,
}) => {
  await test.step('opens on the picture the gallery shows and hands back the one last seen, each time', async () => {
    await openPage(page, FIVE);
    await test.step('no indicators, and nothing to pause', async () => {
      await expect(previous(gallery(page))).toBeVisible();
      await expect(pause(gallery(page))).toHaveCount(0);
      await expect(indicator(gallery(page), 1)).toHaveCount(0);
    });
    await next(gallery(page)).click();
    await expectShown(gallery(page), 2, 5);
    await openLarge(page);
    await expectShown(dialog(page), 2, 5);
    await next(dialog(page)).click();
    await next(dialog(page)).click();
    await expectShown(dialog(page), 4, 5);
    await expectShown(gallery(page), 2, 5);
    await close(page);
    await expectShown(gallery(page), 4, 5);
    await expect(enlarge(gallery(page))).toBeFocused();
    await test.step('opened again without moving, it hands back the same', async () => {
      await previous(gallery(page)).click();
      await expectShown(gallery(page), 3, 5);
      await openLarge(page);
      await close(page);
      await expectShown(gallery(page), 3, 5);
    });
  });
  await test.step('without pictures nothing is there, with one only what opens and closes it', async () => {
    await openPage(page, '/stijl-gallery-none');
    await expect(gallery(page)).toHaveCount(0);
    const usual = page.viewportSize();
    await page.setViewportSize({ width: 960, height: 1500 });
    const footer = await page.getByRole('contentinfo').boundingBox();
    expect(footer && footer.y + footer.height, 'at the foot of a tall window').toBe(1500);
    if (usual) await page.setViewportSize(usual);
    await openPage(page, '/stijl-gallery-one');
    await expect(gallery(page).getByRole('button')).toHaveCount(1);
    await openLarge(page);
    await expect(dialog(page).getByRole('button')).toHaveCount(1);
    await close(page);
  });
  await test.step('of two pictures, next leads there and back; without a dialog a picture is no button', async () => {
    await openPage(page, '/stijl-gallery-two');
    for (const shown of [2, 1, 2]) {
      await next(gallery(page)).click();
      await expectShown(gallery(page), shown, 2);
    }
    await openPage(page, '/stijl-gallery-without-dialog');
    await next(gallery(page)).click();
    await expectShown(gallery(page), 2, 5);
    await expect(enlarge(gallery(page))).toHaveCount(0);
  });
  await test.step('the large dialog is the window minus 10 px, and follows when the window is resized', async () => {
    await openPage(page, FIVE);
    await openLarge(page);
    for (const [width, height] of [
      [360, 740],
      [766, 700],
      [767, 500],
      [1281, 900],
      [1440, 700],
    ] as const) {
      await page.setViewportSize({ width, height });
      const expected = { width: width - 10, height: height - 10 };
      await expect.poll(() => sizeOf(page), `at ${width} px`).toEqual(expected);
      const picture = await dialog(page).locator('[data-role="shown"]').boundingBox();
      // Boxes are floating-point numbers: 690.00003.
      expect
        .soft(Math.floor(picture?.width ?? 0), `at ${width} px`)
        .toBeLessThanOrEqual(expected.width);
      expect
        .soft(Math.floor(picture?.height ?? 0), `at ${width} px`)
        .toBeLessThanOrEqual(expected.height);
    }
  });
  await test.step('a first picture that fails can still be opened and left', async () => {
    watch.allow(/status of 404/);
    const [first = ''] = Object.keys(content.photos);
    const alt = content.photos[first]?.alt ?? '';
    await page.route(`**/photos/${first}-*`, (route) => route.fulfill({ status: 404 }));
    await openPage(page, '/stijl-gallery-third');
    await previous(gallery(page)).click();
    await previous(gallery(page)).click();
    await expect(gallery(page).getByText(alt, { exact: true })).toBeVisible();
    await openLarge(page);
    await expect(dialog(page).getByText(alt, { exact: true })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expectShown(dialog(page), 2, 5);
  });
});

test('inside the dialog the arrow keys always move it, whatever has the focus, and nothing behind it', async ({
  page,
}) => {
  const { photos } = sectionOf(heroPage, 'offer');
  const heroCount = sectionOf(heroPage, 'hero').photos.length;
  await openPage(page, heroPage.path);
  await test.step('opened by the keyboard', async () => {
    await enlarge(gallery(page)).press('Enter');
    const closeButton = dialog(page).getByRole('button', { name: words.shell.close });
    await expect(closeButton).toBeFocused();
  });
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

  test('a tap opens the dialog, a swipe does not', async ({ page }) => {
    await test.step('a tap opens the dialog, a swipe does not', async () => {
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
    await test.step('a swipe with a pen, which ends in a click, opens nothing', async () => {
      await openPage(page, FIVE);
      await enlarge(gallery(page)).evaluate((button: HTMLElement) => {
        const pen = { bubbles: true, isPrimary: true, pointerId: 7, pointerType: 'pen' };
        button.dispatchEvent(new PointerEvent('pointerdown', { ...pen, clientX: 300 }));
        button.dispatchEvent(new PointerEvent('pointerup', { ...pen, clientX: 100 }));
        button.click();
      });
      await expectShown(gallery(page), 2, 5);
      await expect(page.locator('dialog')).toHaveCount(0);
    });
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('every picture can be seen, and no button is there that would do nothing', async ({
    page,
  }) => {
    const story = pageWith('story');
    await page.goto(story.path);
    const pictures = page.locator('section').filter({ has: gallery(page) });
    for (const name of sectionOf(story, 'story').photos) {
      const alt = content.photos[name]?.alt ?? '';
      await expect.soft(pictures.getByRole('img', { name: alt })).toBeVisible();
    }
    await expect(pictures.getByRole('button')).toHaveCount(0);
  });
});

function sizeOf(page: Page) {
  return page.locator('dialog').evaluate((element) => {
    // The layout size, which the entry animation does not change.
    const { offsetWidth: width, offsetHeight: height } = element as HTMLElement;
    return { width, height };
  });
}

async function swipeLeft(page: Page, within: string) {
  const box = await page.locator(`${within} [data-role="shown"]`).boundingBox();
  if (!box) throw new Error(`${within} shows no picture`);
  const from = { x: box.x + box.width * 0.8, y: box.y + box.height / 3 };
  await swipe(page, from, { ...from, x: from.x - 120 });
}
