import type { Page } from '@playwright/test';
import { expect, openPage, test } from '../support/browser-test.ts';
import { homePage, homePath, sectionOf, words } from '../support/site.ts';

const hero = sectionOf(homePage, 'hero');

/** Position of an element in the window, in pixels. */
async function edgesOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  return { top: box.y, bottom: box.y + box.height, height: box.height };
}

for (const [width, height, lowest] of [
  [390, 844, 'main h1 ~ a'],
  [360, 640, 'main h1'],
] as const) {
  test(`${width} × ${height}: the text is between the photo and the contact bar`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await openPage(page, homePath);
    const photo = await edgesOf(page, '[data-variant=hero] [data-role=shown]');
    expect(photo.top).toBe(0);
    expect(photo.height / height).toBeCloseTo(0.54, 1);
    const first = await edgesOf(page, 'main p:has(+ h1)');
    expect(first.top).toBeGreaterThanOrEqual(photo.bottom);
    const bar = await edgesOf(page, 'footer > p');
    expect((await edgesOf(page, lowest)).bottom).toBeLessThanOrEqual(bar.top);
  });
}

for (const [width, height] of [
  [768, 1024],
  [1280, 720],
  [1920, 1080],
] as const) {
  test(`${width} × ${height}: promises and the link to the form are in the first screen`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await openPage(page, homePath);
    for (const promise of hero.promises ?? []) {
      await expect(page.getByText(promise, { exact: true })).toBeInViewport({ ratio: 1 });
    }
    const ask = page.getByRole('main').getByRole('link', { name: words.shell.ask }).first();
    await expect(ask).toBeInViewport({ ratio: 1 });
  });
}

test('the author’s line breaks apply on a phone only', async ({ page }) => {
  const lines = () =>
    page.locator('main h1').evaluate((heading) => {
      const lineHeight = Number.parseFloat(getComputedStyle(heading).lineHeight);
      return Math.round(heading.getBoundingClientRect().height / lineHeight);
    });
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, homePath);
  expect(await lines()).toBe(hero.sentence.split('\n').length);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await lines()).toBe(1);
});
