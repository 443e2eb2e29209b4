import type { Page } from '@playwright/test';
import { expect, inMotion, openPage, test } from '../support/browser-test.ts';
import { messages } from '../support/site.ts';
import { openWithStoppedClock, slowDownAnimations } from '../support/stopped-clock.ts';

test.use(inMotion);

const PATH = '/stijl-dialogs';

type Name = 'content' | 'disableClose';
const opener = (page: Page, name: Name) => page.locator('main').getByRole('button', { name });
const dialog = (page: Page, name: Name) => page.getByRole('dialog', { name, exact: true });
const anyDialog = (page: Page) => page.locator('dialog');
const closeButton = (page: Page, name: Name) =>
  dialog(page, name).getByRole('button', { name: messages.shell.close });

test.beforeEach(async ({ page }) => {
  await openPage(page, PATH);
  await dialogsAreHydrated(page);
});

const dialogsAreHydrated = (page: Page) =>
  page.locator('[data-island=Dialogs][data-hydrated]').waitFor({ state: 'attached' });

async function expectClosed(page: Page, opened: Name) {
  await expect(anyDialog(page)).toHaveCount(0);
  await expect(opener(page, opened)).toBeFocused();
}

test('a dialog closes in three ways, and traps and returns the focus', async ({ page }) => {
  const ways: Record<string, () => Promise<unknown>> = {
    Escape: () => page.keyboard.press('Escape'),
    backdrop: () => page.mouse.click(5, 5),
    button: () => closeButton(page, 'content').click(),
  };
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    await page.emulateMedia({ reducedMotion });
    for (const [way, close] of Object.entries(ways)) {
      await test.step(`${way}, ${reducedMotion}`, async () => {
        await opener(page, 'content').click();
        await expect(closeButton(page, 'content')).toBeFocused();
        await close();
        await expectClosed(page, 'content');
      });
    }
  }
  await opener(page, 'content').click();
  await test.step('not by a press that began inside', async () => {
    const inside = dialog(page, 'content').getByText('content', { exact: true });
    await inside.hover();
    await page.mouse.down();
    await page.mouse.move(5, 5);
    await page.mouse.up();
    await inside.click();
    await expect(dialog(page, 'content')).toHaveAttribute('data-state', 'open');
  });
  for (let press = 0; press < 6; press++) {
    await page.keyboard.press('Tab');
    await expect(page.locator('main :focus, header :focus, footer :focus')).toHaveCount(0);
  }
});

test('only its own button closes a dialog with closing disabled', async ({ page }) => {
  await opener(page, 'disableClose').click();
  // Chromium closes a dialog on the second Escape unless that is prevented.
  for (let press = 0; press < 3; press++) await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(dialog(page, 'disableClose')).toHaveAttribute('data-state', 'open');
  await closeButton(page, 'disableClose').click();
  await expectClosed(page, 'disableClose');
});

test('a dialog can be closed while it opens, and opened again', async ({ page }) => {
  await opener(page, 'content').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expectClosed(page, 'content');
  await opener(page, 'content').click();
  await expect(dialog(page, 'content')).toHaveAttribute('data-state', 'open');
});

test('the page behind a dialog of at most 80 % width does not scroll', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 300 });
  await page.evaluate(() => window.scrollTo(0, 40));
  const scrollY = () => page.evaluate(() => window.scrollY);
  // Not with the mouse, which would scroll to the button first.
  await opener(page, 'content').evaluate((button: HTMLElement) => button.click());
  await expect(dialog(page, 'content')).toBeVisible();
  await page.mouse.move(10, 280);
  await page.mouse.wheel(0, 800);
  await page.keyboard.press('PageDown');
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await scrollY()).toBe(40);
  await expect(anyDialog(page)).toHaveCSS('max-width', '800px');
  await page.keyboard.press('Escape');
  await expect(anyDialog(page)).toHaveCount(0);
  await page.mouse.wheel(0, 800);
  await expect.poll(scrollY).toBeGreaterThan(40);
});

test('a dialog closes at most 100 ms after its exit animation', async ({ page }) => {
  await openWithStoppedClock(page, PATH);
  await dialogsAreHydrated(page);
  await opener(page, 'content').click();
  await expect(dialog(page, 'content')).toHaveAttribute('data-state', 'open');
  await expect.poll(() => dialogTransitions(page)).toEqual([]);
  // No animation ends before the fallback.
  await slowDownAnimations(page);
  await page.keyboard.press('Escape');
  await expect(anyDialog(page)).toHaveAttribute('data-state', 'closing');
  expect(await dialogTransitions(page)).toContain('opacity');
  await page.clock.runFor(300 + 99);
  await expect(anyDialog(page)).toHaveAttribute('data-state', 'closing');
  await page.clock.runFor(1);
  await expect(anyDialog(page)).toHaveCount(0);
});

/** Properties with a running transition. */
function dialogTransitions(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .flatMap((one) => (one instanceof CSSTransition ? one.transitionProperty : [])),
  );
}
