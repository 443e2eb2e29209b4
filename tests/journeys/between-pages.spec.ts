import type { Page } from '@playwright/test';
import { expect, inMotion, openPage, test } from '../support/browser/browser-test.ts';
import { formPath, homePath, navigation } from '../support/content/fixture-site.ts';

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
  for (const { path } of navigation.filter((link) => link.path !== homePath)) {
    await linkTo(page, path).hover();
    await expect.poll(() => prepared, { timeout: 60_000 }).toContain(path);
  }
  // A prerendered page makes no requests to the API.
  expect(prepared.filter((path) => path.startsWith('/api/'))).toEqual([]);

  await page.mouse.move(0, 700);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPage(page, homePath);
  prepared.length = 0;
  // The browser prerenders at once when the link is pressed, and only after a while when the
  // pointer rests on it.
  const pressed = linkTo(page, formPath);
  await pressed.evaluate((link) =>
    link.addEventListener('click', (event) => event.preventDefault()),
  );
  await pressed.click();
  // A link that may be prerendered all the same, as the page's are without reduced motion.
  const { path = '' } = navigation.find((link) => ![homePath, formPath].includes(link.path)) ?? {};
  const allowed = linkTo(page, path);
  await allowed.evaluate((link) => link.parentElement?.toggleAttribute('data-prerenders', true));
  await allowed.hover();
  await expect.poll(() => prepared, { timeout: 60_000 }).toContain(path);
  expect(prepared).toEqual([path]);
});
