import type { Page } from '@playwright/test';
import { expect, inMotion, openPage, test } from '../support/browser-test.ts';
import { words } from '../support/site.ts';
import { heroPage, heroSection, next } from './carousel-page.ts';
import { openWithStoppedClock } from './stopped-clock.ts';

test.use(inMotion);

const { path } = heroPage;
const TARGET = '#scroll-content';

const scrollLink = (page: Page) => page.getByRole('link', { name: heroSection.scrollLink });
const skipLink = (page: Page) => page.getByRole('link', { name: words.shell.skipToContent });
const scrollY = (page: Page) => page.evaluate(() => window.scrollY);
const scrollTo = (page: Page, top: number) =>
  page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);
/** Scroll position at which the target is `offset` pixels below the top of the window. */
const positionOf = (page: Page, target: string, offset: number) =>
  page.locator(target).evaluate((element, above) => {
    return Math.max(0, Math.round(element.getBoundingClientRect().top + window.scrollY - above));
  }, offset);
const destination = (page: Page) => positionOf(page, TARGET, 119);
/** Without the mouse, which would interrupt the scroll and scroll to the link. */
const follow = (page: Page) => scrollLink(page).evaluate((link: HTMLElement) => link.click());

test('scrolls to 119 px above the section, in 1250 ms; nearer than 2 px it stays', async ({
  page,
}) => {
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
});

test('the skip link leads past the bar in 500 ms, stopping 206 px above, and the focus goes along', async ({
  page,
}) => {
  await openWithStoppedClock(page, path);
  await page.keyboard.press('Tab');
  await expect(skipLink(page)).toBeFocused();
  await scrollTo(page, 900);
  const end = await positionOf(page, '#main', 206);
  expect(end).toBe(0);
  await page.keyboard.press('Enter');
  await page.clock.runFor(400);
  expect(await scrollY(page)).toBeGreaterThan(2);
  await page.clock.runFor(120);
  expect(await scrollY(page)).toBe(end);
  await expect(page.locator('#main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.locator('main :focus')).toHaveCount(1);
});

test('stops at once at every input that means something else, and at no other key', async ({
  page,
}) => {
  const dispatch = (type: string, name: string, init: object) => () =>
    page.evaluate(
      ([kind, event, options]) => {
        const classes = { WheelEvent, TouchEvent, PopStateEvent, KeyboardEvent };
        const Event = classes[kind as keyof typeof classes];
        document.body.dispatchEvent(new Event(event, { bubbles: true, ...options }));
      },
      [type, name, init] as const,
    );
  const inputs: Record<string, () => Promise<unknown>> = {
    'mouse down': async () => {
      await page.mouse.move(400, 300);
      await page.mouse.down();
      await page.mouse.up();
    },
    wheel: dispatch('WheelEvent', 'wheel', { deltaY: 1 }),
    'touch move': dispatch('TouchEvent', 'touchmove', {}),
    'going back': dispatch('PopStateEvent', 'popstate', {}),
  };
  // Dispatched, so that the key itself does not scroll the page.
  const move = ['Up', 'Down', 'Left', 'Right'].map((way) => `Arrow${way}`);
  const keys = [' ', 'Escape', 'Tab', 'Enter', 'PageUp', 'PageDown', 'Home', 'End', ...move];
  for (const key of keys) inputs[key] = dispatch('KeyboardEvent', 'keydown', { key });

  await openWithStoppedClock(page, path);
  const end = await destination(page);
  for (const [name, act] of Object.entries(inputs)) {
    await scrollTo(page, 0);
    await follow(page);
    await page.clock.runFor(500);
    await act();
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

test('the address gets the anchor once, back returns to where the page stood, and Tab goes on from the section', async ({
  page,
}) => {
  await openPage(page, path);
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  await scrollLink(page).click();
  await expect(page).toHaveURL(/#scroll-content$/);
  await expect(page.locator(TARGET)).toBeFocused();
  const end = await destination(page);
  await expect.poll(() => scrollY(page)).toBeGreaterThan(end - 2);
  await page.keyboard.press('Tab');
  await expect(
    next(page.locator(TARGET))
      .or(page.locator(`${TARGET} :focus`))
      .first(),
  ).toBeVisible();
  await expect(page.locator(`${TARGET} :focus`)).toHaveCount(1);
  await follow(page);
  expect(await entries()).toBe(before + 1);
  await page.goBack();
  await expect(page).not.toHaveURL(/#/);
  await expect.poll(() => scrollY(page)).toBe(0);
  await page.goForward();
  await expect(page).toHaveURL(/#scroll-content$/);
  await expect.poll(() => scrollY(page)).toBeGreaterThan(end - 2);
});

test.describe('under reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('jumps at once; a click with Ctrl is left to the browser', async ({ page, context }) => {
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
