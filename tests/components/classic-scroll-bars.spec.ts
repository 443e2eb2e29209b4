import { expect, workerTest } from '../support/browser-test.ts';
import { words } from '../support/site.ts';
import { dialog, enlarge, gallery, heroPage } from './carousel-page.ts';

workerTest(
  'dialogs use the full window width where a scroll bar takes space, and nothing shifts',
  async ({ playwright, launchOptions, site }) => {
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      ignoreDefaultArgs: ['--hide-scrollbars'],
    });
    const viewport = { width: 1200, height: 700 };
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
    await page.goto(`${site.url}${heroPage.path}`);
    const bodyWidth = () => page.evaluate(() => document.body.getBoundingClientRect().width);
    const widthBefore = await bodyWidth();
    expect(widthBefore, 'the scroll bar takes space').toBeLessThan(viewport.width);
    const sizeOf = () =>
      page.locator('dialog').evaluate((element: HTMLElement) => {
        return [element.offsetWidth, element.offsetHeight];
      });

    await enlarge(gallery(page)).click();
    await expect(dialog(page)).toBeVisible();
    expect(await sizeOf()).toEqual([viewport.width - 10, viewport.height - 10]);
    expect(await bodyWidth()).toBe(widthBefore);
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog')).toHaveCount(0);

    await page.getByRole('link', { name: words.shell.privacy }).click();
    await expect(page.locator('dialog')).toBeVisible();
    expect(await sizeOf()).toEqual([viewport.width * 0.95, viewport.height * 0.95]);
    await browser.close();
  },
);
