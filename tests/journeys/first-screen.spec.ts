import { expect, openPage, test } from '../support/browser/browser-test.ts';
import {
  formPath,
  homePage,
  homePath,
  messages,
  sectionOf,
} from '../support/content/fixture-site.ts';

const hero = sectionOf(homePage, 'hero');

test('the first screen shows the sentence on its written lines, on a phone below the photo', async ({
  page,
}) => {
  const boxOf = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    if (!box) throw new Error(`${selector} is not shown`);
    return { ...box, bottom: box.y + box.height };
  };
  for (const { width, height, lowest } of [
    { width: 390, height: 844, lowest: 'main h1 ~ a' },
    { width: 360, height: 640, lowest: 'main h1' },
  ]) {
    await page.setViewportSize({ width, height });
    await openPage(page, homePath);
    const photo = await boxOf('[data-variant=hero] [data-role=shown]');
    expect(photo.y).toBe(0);
    expect(photo.height / height).toBeCloseTo(0.58, 1);
    expect((await boxOf('main p:has(+ h1)')).y).toBeGreaterThanOrEqual(photo.bottom);
    expect((await boxOf(lowest)).bottom).toBeLessThanOrEqual((await boxOf('footer > p')).y);
  }
  const lines = () =>
    page.locator('main h1').evaluate((heading) => {
      const lineHeight = Number.parseFloat(getComputedStyle(heading).lineHeight);
      return Math.round(heading.getBoundingClientRect().height / lineHeight);
    });
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1024, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await lines(), `${width} px`).toBe(hero.sentence.split('\n').length);
  }
});

test('a wide first screen shows the promises and the link to the form', async ({ page }) => {
  for (const [width, height] of [
    [768, 1024],
    [1280, 720],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openPage(page, homePath);
    for (const promise of hero.promises ?? []) {
      await expect(page.getByText(promise, { exact: true })).toBeInViewport({ ratio: 1 });
    }
    const ask = page.getByRole('main').getByRole('link', { name: messages.shell.ask }).first();
    await expect(ask).toBeInViewport({ ratio: 1 });
  }
});

test('of a wide bar’s links only the one to the form looks like a button', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openPage(page, homePath);
  const links = page.getByRole('banner').getByRole('navigation').getByRole('link');
  const framed = await links.evaluateAll((all) =>
    all
      .filter((link) => Number.parseFloat(getComputedStyle(link).borderTopWidth) > 0)
      .map((link) => link.getAttribute('href')),
  );
  expect(framed).toEqual([formPath]);
});
