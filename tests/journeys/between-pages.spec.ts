import type { Page } from '@playwright/test';
import { expect, inMotion, openPage, test } from '../support/browser-test.ts';
import { formPath, homePath, navigation } from '../support/site.ts';

test.use(inMotion);

const linkTo = (page: Page, path: string) =>
  page.getByRole('navigation').locator(`a[href="${path}"]:visible`);

test('pages cross-fade, but not under reduced motion', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.addInitScript(() => {
    addEventListener('pagereveal', (event) => {
      Object.assign(window, { crossFaded: event.viewTransition !== null });
    });
  });
  const crossFaded = () =>
    page.evaluate(() => (window as unknown as { crossFaded?: boolean }).crossFaded);
  for (const [motion, fades] of [
    ['no-preference', true],
    ['reduce', false],
  ] as const) {
    await page.emulateMedia({ reducedMotion: motion });
    await openPage(page, homePath);
    await linkTo(page, formPath).click();
    await expect(page).toHaveURL(formPath);
    await expect.poll(crossFaded, motion).toBe(fades);
  }
});

test('hovering a link prerenders its page, unless motion is reduced', async ({ page }) => {
  const prepared: string[] = [];
  page.context().on('request', (request) => {
    if (!request.headers()['sec-purpose']?.includes('prerender')) return;
    prepared.push(new URL(request.url()).pathname);
  });
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openPage(page, homePath);
  let slowestMs = 0;
  for (const { path } of navigation.filter((link) => link.path !== homePath)) {
    const startedAt = performance.now();
    await linkTo(page, path).hover();
    await expect.poll(() => prepared, { timeout: 60_000 }).toContain(path);
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
  }
  // A prerendered page makes no requests to the API.
  expect(prepared.filter((path) => path.startsWith('/api/'))).toEqual([]);

  await page.mouse.move(0, 700);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPage(page, homePath);
  prepared.length = 0;
  await linkTo(page, formPath).hover();
  // This takes as long as the slowest of the others took on this machine, and as long again.
  await page.waitForTimeout(2 * slowestMs);
  expect(prepared).toEqual([]);
});
