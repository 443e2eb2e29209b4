import type { Page } from '@playwright/test';
import { expect, inMotion, openPage, test } from '../support/browser/browser-test.ts';
import { openWithStoppedClock } from '../support/browser/stopped-clock.ts';
import { messages } from '../support/content/fixture-site.ts';
import { heroPage, heroSection } from './carousel-page.ts';

test.use(inMotion);

const { path } = heroPage;
const TARGET = '#scroll-content';

const scrollLink = (page: Page) => page.getByRole('link', { name: heroSection.scrollLink });
const skipLink = (page: Page) => page.getByRole('link', { name: messages.shell.skipToContent });
const scrollY = (page: Page) => page.evaluate(() => window.scrollY);
const scrollTo = (page: Page, top: number) =>
  page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);
/** Scroll position at which the target is 119 px below the top of the window. */
const destination = (page: Page) =>
  page
    .locator(TARGET)
    .evaluate((element) => Math.round(element.getBoundingClientRect().top + window.scrollY - 119));
/** A script clicks, because the mouse would interrupt the scroll and scroll to the link. */
const follow = (page: Page) => scrollLink(page).evaluate((link: HTMLElement) => link.click());

test('the link scrolls to 119 px above the section in 1250 ms', async ({ page }) => {
  await openWithStoppedClock(page, path);
  const end = await destination(page);
  await scrollLink(page).click();
  await page.clock.runFor(1_100);
  expect(await scrollY(page)).toBeLessThan(end - 1);
  expect(await scrollY(page)).toBeGreaterThan(end / 2);
  await page.clock.runFor(200);
  expect(Math.abs((await scrollY(page)) - end)).toBeLessThanOrEqual(1);
  await scrollTo(page, end - 1);
  await follow(page);
  await page.clock.runFor(2_000);
  expect(await scrollY(page)).toBe(end - 1);
  await scrollTo(page, end - 3);
  await follow(page);
  await page.clock.runFor(2_000);
  expect(Math.abs((await scrollY(page)) - end)).toBeLessThanOrEqual(1);
});

test('on a slow device the scroll ends in the frame nearest to 1250 ms', async ({ page }) => {
  await openWithStoppedClock(page, path);
  const end = await destination(page);
  await page.evaluate(() => {
    window.requestAnimationFrame = (frame) =>
      window.setTimeout(() => frame(performance.now()), 200);
  });
  await follow(page);
  await page.clock.runFor(1_100);
  expect(await scrollY(page)).toBeLessThan(end - 1);
  await page.clock.runFor(110);
  expect(Math.abs((await scrollY(page)) - end)).toBeLessThanOrEqual(1);
});

test('the skip link scrolls past the bar in 500 ms and moves the focus', async ({ page }) => {
  await openWithStoppedClock(page, path);
  await page.keyboard.press('Tab');
  await expect(skipLink(page)).toBeFocused();
  await scrollTo(page, 900);
  await page.keyboard.press('Enter');
  await page.clock.runFor(400);
  expect(await scrollY(page)).toBeGreaterThan(2);
  await page.clock.runFor(120);
  expect(await scrollY(page)).toBe(0);
  await expect(page.locator('#main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.locator('main :focus')).toHaveCount(1);
});

test('the specified input stops the scroll, other keys do not', async ({ page }) => {
  const arrows = ['Up', 'Down', 'Left', 'Right'].map((way) => `Arrow${way}`);
  const keys = [' ', 'Escape', 'Tab', 'Enter', 'PageUp', 'PageDown', 'Home', 'End', ...arrows];
  const inputs = [
    ...['mousedown', 'wheel', 'touchmove', 'popstate'].map((type) => ({ type, key: '' })),
    // The keys are dispatched, so that they do not scroll the page themselves.
    ...keys.map((key) => ({ type: 'keydown', key })),
  ];
  await openWithStoppedClock(page, path);
  const end = await destination(page);
  for (const { type, key } of inputs) {
    const name = key || type;
    await scrollTo(page, 0);
    await follow(page);
    await page.clock.runFor(500);
    await page.evaluate(
      (input) => {
        const init = { bubbles: true, key: input.key };
        document.body.dispatchEvent(new KeyboardEvent(input.type, init));
      },
      { type, key },
    );
    const stoppedAt = await scrollY(page);
    expect.soft(stoppedAt, name).toBeGreaterThan(0);
    expect.soft(stoppedAt, name).toBeLessThan(end);
    await page.clock.runFor(1_500);
    expect.soft(await scrollY(page), name).toBe(stoppedAt);
  }
  await scrollTo(page, 0);
  await follow(page);
  await page.clock.runFor(500);
  await page.keyboard.press('a');
  await page.clock.runFor(1_000);
  expect(Math.abs((await scrollY(page)) - end)).toBeLessThanOrEqual(1);
});

test('the history and the Tab order follow the scroll link', async ({ page }) => {
  await openPage(page, path);
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  await scrollLink(page).click();
  await expect(page).toHaveURL(/#scroll-content$/);
  await expect(page.locator(TARGET)).toBeFocused();
  const end = await destination(page);
  await expect.poll(() => scrollY(page)).toBeGreaterThan(end - 2);
  await page.keyboard.press('Tab');
  await expect(page.locator(`${TARGET} :focus`)).toHaveCount(1);
  await follow(page);
  expect(await entries()).toBe(before + 1);
  await page.goBack();
  await expect(page).not.toHaveURL(/#/);
  await expect.poll(() => scrollY(page)).toBe(0);
  await page.goForward();
  await expect.poll(() => scrollY(page)).toBeGreaterThan(end - 2);
});

test.describe(() => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('under reduced motion the link jumps at once, and Ctrl opens a new tab', async ({
    page,
    context,
  }) => {
    await openWithStoppedClock(page, path);
    const end = await destination(page);
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      scrollLink(page).click({ modifiers: ['Control'] }),
    ]);
    await tab.waitForURL(/#scroll-content$/);
    expect(await scrollY(page)).toBe(0);
    await page.bringToFront();
    await follow(page);
    expect(Math.abs((await scrollY(page)) - end)).toBeLessThanOrEqual(1);
  });
});
