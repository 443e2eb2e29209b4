import { PAGE_PATHS } from '../../site/routes.ts';
import { expect, openPage, test } from '../support/browser-test.ts';

// Text twice as large, as set in the browser itself: media queries in em follow it (WCAG 1.4.4).
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'],
    }),
});

for (const width of [767, 1024, 1440]) {
  test(`at ${width} px every link, the form and its calendar can be reached`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openPage(page, '/info');
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
      '32px',
    );
    await page.getByRole('button', { name: 'Menu' }).click();
    const links = page.locator('#menu').getByRole('navigation').getByRole('link');
    await expect(links).toHaveCount(5);
    await links.last().focus();
    await expect(links.last()).toBeInViewport();
    await page.keyboard.press('Escape');
    const form = await page.locator('form').boundingBox();
    expect(form?.width).toBeGreaterThan(width / 2);
    await page.getByRole('button', { name: 'Kies een datum in de kalender' }).click();
    await expect(page.getByRole('grid')).toBeVisible();
  });
}

for (const path of [PAGE_PATHS.home, PAGE_PATHS.bedrijfsfeest, PAGE_PATHS.info]) {
  test(`${path} keeps every control within a phone of 320 px`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 740 });
    await openPage(page, path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    for (const control of await page.locator('header, main').locator('a, button').all()) {
      const box = (await control.isVisible()) ? await control.boundingBox() : null;
      if (!box) continue;
      const name = await control.innerText();
      expect(box.x, name).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width, name).toBeLessThanOrEqual(320);
    }
    const bar = await page.getByRole('banner').boundingBox();
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect(heading?.y).toBeGreaterThanOrEqual((bar?.height ?? 0) - 1);
  });
}
