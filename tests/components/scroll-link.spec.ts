import type { Page } from '@playwright/test';
import { INTERRUPTING_KEYS } from '../../site/scroll/scroll.ts';
import { expect, openExample, openWithFrozenClock, test } from './examples.ts';

const scrollLink = (page: Page) => page.getByRole('link', { name: 'Over ons' });
const scrollY = (page: Page) => page.evaluate(() => window.scrollY);
const destination = (page: Page, offset = 119, id = 'scroll-content') =>
  page.evaluate(
    ([of, name]) =>
      Math.round(
        (document.getElementById(String(name))?.getBoundingClientRect().top ?? 0) +
          window.scrollY -
          Number(of),
      ),
    [offset, id],
  );

test('scrolls to 119 px above the section, in 1250 ms', async ({ page }) => {
  await openWithFrozenClock(page, 'hero');
  const end = await destination(page);
  await scrollLink(page).click();
  await page.clock.runFor(1_100);
  expect(await scrollY(page)).toBeLessThan(end - 1);
  expect(await scrollY(page)).toBeGreaterThan(end / 2);
  await page.clock.runFor(200);
  expect(Math.abs((await scrollY(page)) - end)).toBeLessThanOrEqual(1);
});

test('other jumps take 500 ms and stop 206 px above', async ({ page }) => {
  await openWithFrozenClock(page, 'hero');
  await page.evaluate(() => window.scrollTo(0, 1500));
  const end = await destination(page, 206, 'error');
  await page.getByText('Naar de fout').evaluate((link) => (link as HTMLElement).click());
  await page.clock.runFor(400);
  expect(Math.abs((await scrollY(page)) - end)).toBeGreaterThan(2);
  await page.clock.runFor(120);
  expect(Math.abs((await scrollY(page)) - end)).toBeLessThanOrEqual(1);
});

test.describe('stops at once at', () => {
  const inputs: Record<string, (page: Page) => Promise<unknown>> = {
    'mouse down': async (page) => {
      await page.mouse.move(400, 300);
      await page.mouse.down();
    },
    'the wheel': (page) =>
      page.evaluate(() => window.dispatchEvent(new WheelEvent('wheel', { deltaY: 1 }))),
    'touch move': (page) =>
      page.evaluate(() =>
        document.body.dispatchEvent(new TouchEvent('touchmove', { bubbles: true })),
      ),
    'going back': (page) =>
      page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate'))),
  };
  for (const key of INTERRUPTING_KEYS) {
    inputs[key === ' ' ? 'Space' : key] = (page) =>
      page.evaluate((name) => {
        // Dispatched, so that the key does not scroll the page by itself as well.
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
      }, key);
  }
  for (const [name, act] of Object.entries(inputs)) {
    test(name, async ({ page }) => {
      await openWithFrozenClock(page, 'hero');
      const end = await destination(page);
      await scrollLink(page).click();
      await page.clock.runFor(500);
      await act(page);
      const stoppedAt = await scrollY(page);
      expect(stoppedAt).toBeGreaterThan(0);
      expect(stoppedAt).toBeLessThan(end);
      await page.clock.runFor(2_000);
      expect(await scrollY(page)).toBe(stoppedAt);
    });
  }

  test('no other key', async ({ page }) => {
    await openWithFrozenClock(page, 'hero');
    const end = await destination(page);
    await scrollLink(page).click();
    await page.clock.runFor(500);
    await page.keyboard.press('a');
    await page.clock.runFor(1_000);
    expect(Math.abs((await scrollY(page)) - end)).toBeLessThanOrEqual(1);
  });
});

test('the focus goes along: Tab leads to the first field of the section', async ({ page }) => {
  await openExample(page, 'hero');
  await scrollLink(page).click();
  await expect(page.locator('#scroll-content')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Naam')).toBeFocused();
  await expect(page.locator('#scroll-content')).not.toHaveAttribute('tabindex');
});

test('the address gets the anchor once, and back returns to where the page stood', async ({
  page,
}) => {
  await openExample(page, 'hero');
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  await scrollLink(page).click();
  await expect(page).toHaveURL(/#scroll-content$/);
  const end = await destination(page);
  await expect.poll(() => scrollY(page)).toBeGreaterThan(end - 2);
  await scrollLink(page).evaluate((link) => (link as HTMLElement).click());
  expect(await entries()).toBe(before + 1);
  await page.goBack();
  await expect(page).not.toHaveURL(/#/);
  await expect.poll(() => scrollY(page)).toBe(0);
  await page.goForward();
  await expect(page).toHaveURL(/#scroll-content$/);
  await expect.poll(() => scrollY(page)).toBeGreaterThan(end - 2);
});

test('nearer than 2 px it stays where it is', async ({ page }) => {
  await openWithFrozenClock(page, 'hero');
  const end = await destination(page);
  await page.evaluate((to) => window.scrollTo(0, to), end - 1);
  await scrollLink(page).evaluate((link) => (link as HTMLElement).click());
  await page.clock.runFor(2_000);
  expect(await scrollY(page)).toBe(end - 1);
});

test.describe('under reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('jumps at once', async ({ page }) => {
    await openWithFrozenClock(page, 'hero');
    const end = await destination(page);
    await scrollLink(page).click();
    expect(Math.abs((await scrollY(page)) - end)).toBeLessThanOrEqual(1);
  });
});

test('a click with Ctrl is left to the browser', async ({ page, context }) => {
  await openExample(page, 'hero');
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    scrollLink(page).click({ modifiers: ['Control'] }),
  ]);
  await tab.waitForURL(/#scroll-content$/);
  expect(await scrollY(page)).toBe(0);
});
