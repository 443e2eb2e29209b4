import type { Page } from '@playwright/test';
import { expect, inMotion, openPage, test } from '../support/browser-test.ts';
import { words } from '../support/site.ts';
import { openWithStoppedClock, slowDownAnimations } from './stopped-clock.ts';

test.use(inMotion);

const PATH = '/stijl-dialogs';

type Name = 'content' | 'disableClose';
const opener = (page: Page, name: Name) => page.locator('main').getByRole('button', { name });
const dialog = (page: Page, name: Name) => page.getByRole('dialog', { name, exact: true });
const anyDialog = (page: Page) => page.locator('dialog');
const closeButton = (page: Page, name: Name) =>
  dialog(page, name).getByRole('button', { name: words.shell.close });

async function openDialogs(page: Page) {
  await openPage(page, PATH);
  await page.locator('[data-island=Dialogs][data-awake]').waitFor({ state: 'attached' });
}

async function expectClosed(page: Page, opened: Name) {
  await expect(anyDialog(page)).toHaveCount(0);
  await expect(opener(page, opened)).toBeFocused();
}

test('opens and closes in every way, and gives the focus back', async ({ page }) => {
  await test.step('closes by Escape, backdrop and button, not by a press that began inside; the focus returns', async () => {
    await openDialogs(page);
    const ways: Record<string, () => Promise<unknown>> = {
      Escape: () => page.keyboard.press('Escape'),
      backdrop: () => page.mouse.click(5, 5),
      button: () => closeButton(page, 'content').click(),
    };
    for (const [way, close] of Object.entries(ways)) {
      await test.step(way, async () => {
        await opener(page, 'content').click();
        await expect(closeButton(page, 'content')).toBeFocused();
        await close();
        await expectClosed(page, 'content');
      });
    }
    await test.step('a press that began inside it', async () => {
      await opener(page, 'content').click();
      await dialog(page, 'content').getByText('content', { exact: true }).hover();
      await page.mouse.down();
      await page.mouse.move(5, 5);
      await page.mouse.up();
      await dialog(page, 'content').getByText('content', { exact: true }).click();
      await expect(dialog(page, 'content')).toHaveAttribute('data-state', 'open');
    });
    await test.step('the focus stays inside while it is open', async () => {
      for (let press = 0; press < 6; press++) {
        await page.keyboard.press('Tab');
        const outside = page.locator('main :focus, header :focus, footer :focus');
        await expect(outside).toHaveCount(0);
      }
    });
  });
  await test.step('with closing disabled, only its own button closes it', async () => {
    await openDialogs(page);
    await opener(page, 'disableClose').click();
    // Chromium closes a dialog on the second Escape unless that is prevented.
    for (let press = 0; press < 3; press++) await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await page.mouse.click(5, 5);
    await expect(dialog(page, 'disableClose')).toHaveAttribute('data-state', 'open');
    await closeButton(page, 'disableClose').click();
    await expectClosed(page, 'disableClose');
  });
  await test.step('can be closed while it is still opening, and by a key right after the one that opened it', async () => {
    await openDialogs(page);
    await opener(page, 'content').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expectClosed(page, 'content');
    await opener(page, 'content').evaluate((button: HTMLElement) => {
      button.click();
      const closeOnceThere = () => {
        const close = document.querySelector<HTMLElement>('dialog button');
        if (close) close.click();
        else requestAnimationFrame(closeOnceThere);
      };
      closeOnceThere();
    });
    await expect(anyDialog(page)).toHaveCount(0);
    await opener(page, 'content').click();
    await expect(dialog(page, 'content')).toHaveAttribute('data-state', 'open');
  });
  await test.step('the page behind does not scroll and does not shift; the dialog is at most 80 % of the window wide', async () => {
    await page.setViewportSize({ width: 1000, height: 300 });
    await openDialogs(page);
    await page.evaluate(() => window.scrollTo(0, 40));
    const bodyWidth = () => page.evaluate(() => document.body.getBoundingClientRect().width);
    const scrollY = () => page.evaluate(() => window.scrollY);
    const widthBefore = await bodyWidth();
    // Not with the mouse, which would scroll to the button first.
    await opener(page, 'content').evaluate((button: HTMLElement) => button.click());
    await expect(dialog(page, 'content')).toBeVisible();
    await page.mouse.move(10, 280);
    await page.mouse.wheel(0, 800);
    await page.keyboard.press('PageDown');
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await scrollY()).toBe(40);
    expect(await bodyWidth()).toBe(widthBefore);
    const maxWidth = await anyDialog(page).evaluate((one) => getComputedStyle(one).maxWidth);
    expect(maxWidth).toBe('800px');
    await page.keyboard.press('Escape');
    await expect(anyDialog(page)).toHaveCount(0);
    await page.mouse.wheel(0, 800);
    await expect.poll(scrollY).toBeGreaterThan(40);
  });
});

test('closes with an exit animation; if that does not end, 100 ms after its total time', async ({
  page,
}) => {
  await openWithStoppedClock(page, PATH);
  await page.locator('[data-island=Dialogs][data-awake]').waitFor({ state: 'attached' });
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

test.describe('under reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('opens and closes without moving', async ({ page }) => {
    await openDialogs(page);
    await opener(page, 'content').click();
    await expect(dialog(page, 'content')).toBeVisible();
    expect(await dialogTransitions(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expectClosed(page, 'content');
  });
});

/** Properties with a running transition. */
function dialogTransitions(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .flatMap((one) => (one instanceof CSSTransition ? one.transitionProperty : [])),
  );
}
