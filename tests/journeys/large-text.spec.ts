import { expect, test } from './site.ts';

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
    await page.goto('/info');
    await expect(page.locator('html')).toHaveAttribute('data-started', '');
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
