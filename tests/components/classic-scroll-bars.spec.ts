import { expect, openPage, workerTest } from '../support/browser/browser-test.ts';
import { messages } from '../support/content/fixture-site.ts';
import { dialog, enlarge, gallery, heroPage } from './carousel-page.ts';

workerTest(
  'dialogs are sized by the window with a classic scroll bar, and nothing shifts',
  async ({ playwright, launchOptions, site }) => {
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      ignoreDefaultArgs: ['--hide-scrollbars'],
    });
    const viewport = { width: 1200, height: 700 };
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
    await openPage(page, `${site.url}${heroPage.path}`);
    const bodyWidth = () => page.evaluate(() => document.body.getBoundingClientRect().width);
    const widthBefore = await bodyWidth();
    expect(widthBefore, 'the scroll bar takes space').toBeLessThan(viewport.width);
    const sizeOf = () =>
      page.locator('dialog').evaluate((element: HTMLElement) => {
        return [element.offsetWidth, element.offsetHeight];
      });

    await enlarge(gallery(page)).click();
    await expect(dialog(page)).toBeVisible();
    expect(await bodyWidth()).toBe(widthBefore);
    const photo = dialog(page).locator('[data-role="shown"]');
    for (const { width, height } of [
      { width: 360, height: 740 },
      { width: 1440, height: 500 },
      viewport,
    ]) {
      await page.setViewportSize({ width, height });
      await expect.poll(sizeOf, `at ${width} px`).toEqual([width - 10, height - 10]);
      const box = await photo.boundingBox();
      expect.soft(Math.floor(box?.width ?? 0)).toBeLessThanOrEqual(width - 10);
      expect.soft(Math.floor(box?.height ?? 0)).toBeLessThanOrEqual(height - 10);
    }
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog')).toHaveCount(0);

    await page.getByRole('link', { name: messages.shell.privacy }).click();
    await expect(page.locator('dialog')).toBeVisible();
    expect(await sizeOf()).toEqual([viewport.width * 0.95, viewport.height * 0.95]);
    await browser.close();
  },
);
