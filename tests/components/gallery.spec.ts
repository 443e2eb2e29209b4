import type { Page } from '@playwright/test';
import { fillIn } from '../../site/shared-content.tsx';
import { expect, expectShown, messages, openExample, test } from './examples.ts';

const { carousel } = messages;
const GALLERY = '[data-variant="gallery"]';
const DIALOG = 'dialog';

const large = (page: Page) => page.getByRole('dialog', { name: carousel.dialog });

async function openLarge(page: Page) {
  await page.getByRole('button', { name: carousel.enlarge }).click();
  await expect(large(page)).toBeVisible();
}

async function close(page: Page) {
  await page.keyboard.press('Escape');
  await expect(page.locator(DIALOG)).toHaveCount(0);
}

test('shows its arrows, no indicators and no pause, and never moves by itself', async ({
  page,
}) => {
  await openExample(page, 'gallery');
  await expect(page.getByRole('button', { name: carousel.next })).toBeVisible();
  await expect(page.getByRole('button', { name: carousel.previous })).toBeVisible();
  await expect(page.getByRole('button', { name: carousel.pause })).toHaveCount(0);
  await expect(page.getByRole('button', { name: fillIn(carousel.goTo, { index: 1 }) })).toHaveCount(
    0,
  );
});

for (const width of [360, 766, 767, 1281, 1440]) {
  test(`the large dialog is the window minus 10 px at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    await openExample(page, 'gallery');
    await openLarge(page);
    expect(await sizeOf(page)).toEqual({ width: width - 10, height: 690 });
  });
}

test('the large dialog follows when the window is resized', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 800 });
  await openExample(page, 'gallery');
  await openLarge(page);
  await page.setViewportSize({ width: 640, height: 500 });
  await expect.poll(() => sizeOf(page)).toEqual({ width: 630, height: 490 });
  const picture = await page.locator(`${DIALOG} [data-role="shown"]`).boundingBox();
  expect(picture?.width).toBeLessThanOrEqual(630);
  await page.setViewportSize({ width: 1000, height: 900 });
  await expect.poll(() => sizeOf(page)).toEqual({ width: 990, height: 890 });
});

test('opens on the picture the gallery shows and hands back the one last seen', async ({
  page,
}) => {
  await openExample(page, 'gallery');
  await page.locator(GALLERY).getByRole('button', { name: carousel.next }).click();
  await expectShown(page, 2, 5, GALLERY);
  await openLarge(page);
  await expectShown(page, 2, 5, DIALOG);
  await large(page).getByRole('button', { name: carousel.next }).click();
  await large(page).getByRole('button', { name: carousel.next }).click();
  await expectShown(page, 4, 5, DIALOG);
  await expectShown(page, 2, 5, GALLERY);
  await close(page);
  await expectShown(page, 4, 5, GALLERY);
  await expect(page.locator('output')).toHaveText('3');
  await expect(page.getByRole('button', { name: carousel.enlarge })).toBeFocused();
});

test('opened again without moving, it hands back the same picture', async ({ page }) => {
  await openExample(page, 'gallery');
  await openLarge(page);
  await page.keyboard.press('ArrowLeft');
  await expectShown(page, 5, 5, DIALOG);
  await close(page);
  await expectShown(page, 5, 5, GALLERY);
  await page.locator(GALLERY).getByRole('button', { name: carousel.previous }).click();
  await expectShown(page, 4, 5, GALLERY);
  await openLarge(page);
  await close(page);
  await expectShown(page, 4, 5, GALLERY);
});

test('inside the dialog the arrow keys always move it, whatever has the focus', async ({
  page,
}) => {
  await openExample(page, 'two');
  await openLarge(page);
  await expect(large(page).getByRole('button', { name: messages.shell.close })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expectShown(page, 2, 4, DIALOG);
  await large(page).getByRole('button', { name: carousel.previous }).focus();
  await page.keyboard.press('ArrowRight');
  await expectShown(page, 3, 4, DIALOG);
  await close(page);
  await expectShown(page, 3, 4, GALLERY);
  await expectShown(page, 1, 5, '.hero');
});

test('works by keyboard alone', async ({ page }) => {
  await openExample(page, 'gallery');
  await page.getByRole('button', { name: carousel.enlarge }).focus();
  await page.keyboard.press('Enter');
  await expect(large(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expectShown(page, 2, 5, DIALOG);
  await close(page);
  await expectShown(page, 2, 5, GALLERY);
});

test('with one picture, the dialog has nothing but its close button', async ({ page }) => {
  await openExample(page, 'one-in-gallery');
  await openLarge(page);
  await expect(large(page).getByRole('button')).toHaveCount(1);
  await close(page);
});

test('a first picture that fails can still be opened and left', async ({ page, complaints }) => {
  complaints.expect(/status of 404/);
  await openExample(page, 'gallery-failing');
  await expect(page.locator(GALLERY).getByText('Tafel 1')).toBeVisible();
  await openLarge(page);
  await expect(large(page).getByText('Tafel 1')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expectShown(page, 2, 3, DIALOG);
});

test.describe('touched', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  test('a tap opens the dialog, a swipe does not', async ({ page }) => {
    await openExample(page, 'gallery');
    await swipeLeft(page, GALLERY);
    await expectShown(page, 2, 5, GALLERY);
    await expect(page.locator(DIALOG)).toHaveCount(0);
    await expect(async () => {
      // The browser itself ignores a tap that comes too soon after a flick.
      await page.getByRole('button', { name: carousel.enlarge }).tap();
      await expect(large(page)).toBeVisible({ timeout: 500 });
    }).toPass();
    await swipeLeft(page, DIALOG);
    await expectShown(page, 3, 5, DIALOG);
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('every picture can be seen, and no button is there that would do nothing', async ({
    page,
  }) => {
    await page.goto('/gallery.html');
    for (const picture of [1, 2, 3, 4, 5]) {
      await expect(page.getByRole('img', { name: `Tafel ${picture}` })).toBeVisible();
    }
    await expect(page.getByRole('button')).toHaveCount(0);
  });
});

async function sizeOf(page: Page) {
  const box = await page.locator(DIALOG).evaluate((dialog) => {
    // Where it is laid out: its entry moves it, but does not change its size.
    const { offsetWidth, offsetHeight } = dialog as HTMLElement;
    return { width: offsetWidth, height: offsetHeight };
  });
  return box;
}

async function swipeLeft(page: Page, within: string) {
  const box = await page.locator(`${within} [data-role="shown"]`).boundingBox();
  if (!box) throw new Error(`${within} shows no picture`);
  const y = box.y + box.height / 3;
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined ? [] : [{ x, y }],
    });
  const start = box.x + box.width * 0.8;
  await touch('touchStart', start);
  for (let step = 1; step <= 8; step++) await touch('touchMove', start - step * 15);
  await touch('touchEnd');
  await session.detach();
}
