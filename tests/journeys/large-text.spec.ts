import { addStyle, sidewaysScroll, textOutside } from '../support/browser/accessibility.ts';
import {
  expect,
  openPage,
  test as siteTest,
  withPageOfOwnBrowser,
} from '../support/browser/browser-test.ts';
import {
  formPath,
  messages,
  navigation,
  pagesThatBeginWith,
} from '../support/content/fixture-site.ts';

/** Text at 200 % by the browser's setting, which media queries in em follow (WCAG 1.4.4). */
const test = siteTest.extend({
  page: ({ playwright, launchOptions }, use) =>
    withPageOfOwnBrowser(
      { playwright, launchOptions },
      ['--blink-settings=defaultFontSize=32'],
      use,
    ),
});

siteTest('text enlarged by a style hides nothing in the bar', async ({ page }) => {
  // Firefox enlarges only text with 'zoom text only', which media queries do not detect.
  for (const [width, logoWidth] of [
    [767, 100],
    [1024, 100],
    [1440, 360],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await openPage(page, formPath);
    const links = page.getByRole('banner').getByRole('link');
    for (const percent of [125, 150, 200]) {
      await addStyle(page, `html { font-size: ${percent}% }`);
      const where = `${width} px, ${percent} %`;
      expect.soft((await links.first().boundingBox())?.width, where).toBe(logoWidth);
      expect.soft(await sidewaysScroll(page), where).toBe(0);
      for (const { label } of navigation) {
        const link = links.and(page.getByRole('link', { name: label, exact: true }));
        await expect.soft(link, where).toBeInViewport({ ratio: 1 });
      }
    }
  }
});

test('on a desktop every link, the form and its calendar can be reached', async ({ page }) => {
  for (const width of [767, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await openPage(page, formPath);
    await expect(page.locator('html')).toHaveCSS('font-size', '32px');
    await page.getByRole('button', { name: messages.shell.menu }).click();
    const links = page.locator('#menu').getByRole('navigation').getByRole('link');
    await expect(links).toHaveCount(navigation.length);
    await links.last().focus();
    await expect(links.last()).toBeInViewport();
    await page.keyboard.press('Escape');
    const form = await page.locator('form').boundingBox();
    expect(form?.width).toBeGreaterThan(width / 2);
    await page.getByRole('button', { name: messages.form.openCalendar }).click();
    await expect(page.getByRole('grid')).toBeVisible();
  }
});

test('on a phone of 320 px every control is within the window', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 740 });
  for (const path of [...pagesThatBeginWith('hero').map((one) => one.path), formPath]) {
    await openPage(page, path);
    expect(await sidewaysScroll(page), path).toBe(0);
    expect(await textOutside(page), path).toEqual([]);
    const bar = await page.getByRole('banner').boundingBox();
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect(heading?.y, path).toBeGreaterThanOrEqual((bar?.height ?? 0) - 1);
  }
});
