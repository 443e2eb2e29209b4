import { holdPicture, next } from './carousel-page.ts';
import {
  expect,
  expectShown,
  messages,
  openExample,
  openWithFrozenClock,
  pictureRequests,
  positionLabel,
  shownSlide,
  test,
} from './examples.ts';

const { carousel } = messages;

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
