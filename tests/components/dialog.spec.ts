import type { Page } from '@playwright/test';
import {
  expect,
  messages,
  openExample,
  openWithFrozenClock,
  slowDownAnimations,
  test,
} from './examples.ts';

const opener = (page: Page, name = 'eerste') =>
  page.getByRole('button', { name: `Open de ${name}` });
const dialog = (page: Page, name = 'eerste') => page.getByRole('dialog', { name: `De ${name}` });
const closeButton = (page: Page) => page.getByRole('button', { name: messages.shell.close });

test.describe('closes', () => {
  for (const [way, close] of Object.entries({
    'the Escape key': (page: Page) => page.keyboard.press('Escape'),
    'the backdrop': (page: Page) => page.mouse.click(5, 5),
    'the close button': (page: Page) => closeButton(page).click(),
    'its own button': (page: Page) => page.getByRole('dialog').getByText('Verder').press('Enter'),
  })) {
    test(`by ${way}, and the focus returns to what opened it`, async ({ page }) => {
      await openExample(page, 'dialogs');
      const name = way === 'its own button' ? 'tweede' : 'eerste';
      await opener(page, name).click();
      await expect(dialog(page, name)).toBeVisible();
      await expect(closeButton(page)).toBeFocused();
      await close(page);
      await expect(dialog(page, name)).toHaveCount(0);
      await expect(opener(page, name)).toBeFocused();
    });
  }

  test('with an exit animation, in the state closing', async ({ page }) => {
    await openExample(page, 'dialogs');
    await opener(page).click();
    await expect(dialog(page)).toHaveAttribute('data-state', 'open');
    await entryIsOver(page);
    await slowDownAnimations(page);
    await closeButton(page).click();
    await expect(page.locator('dialog')).toHaveAttribute('data-state', 'closing');
    const closing = await page.evaluate(() =>
      document.getAnimations().map((one) => (one as CSSTransition).transitionProperty),
    );
    expect(closing).toContain('opacity');
  });

  test('100 ms after the animation’s total time when no event arrives, not before', async ({
    page,
  }) => {
    await openWithFrozenClock(page, 'dialogs');
    await page.evaluate(() => {
      window.addEventListener('transitionend', (event) => event.stopImmediatePropagation(), true);
    });
    await opener(page).click();
    await expect(dialog(page)).toBeVisible();
    const total = await page.locator('dialog').evaluate((element) => {
      const { transitionDuration } = getComputedStyle(element);
      return Number.parseFloat(transitionDuration) * 1000;
    });
    expect(total).toBe(300);
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog')).toHaveAttribute('data-state', 'closing');
    await page.clock.runFor(total + 99);
    await expect(page.locator('dialog')).toHaveAttribute('data-state', 'closing');
    await page.clock.runFor(1);
    await expect(page.locator('dialog')).toHaveCount(0);
  });

  test('while it is still opening', async ({ page }) => {
    await openExample(page, 'dialogs');
    await page.evaluate(() => {
      document.querySelector<HTMLButtonElement>('main button')?.click();
      const closeOnceThere = () => {
        const button = document.querySelector<HTMLElement>('dialog button');
        if (button) button.click();
        else requestAnimationFrame(closeOnceThere);
      };
      closeOnceThere();
    });
    await expect(page.locator('dialog')).toHaveCount(0);
    await opener(page).click();
    await expect(dialog(page)).toHaveAttribute('data-state', 'open');
  });

  test('by a key right after the click that opened it', async ({ page }) => {
    await openExample(page, 'dialogs');
    await opener(page).evaluate(async (button) => {
      (button as HTMLButtonElement).focus();
      (button as HTMLButtonElement).click();
      await Promise.resolve();
      const init = { key: 'Escape', bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init));
    });
    await expect(page.locator('dialog')).toHaveCount(0);
    await expect(opener(page)).toBeFocused();
  });

  test('not by a press that began inside it', async ({ page }) => {
    await openExample(page, 'dialogs');
    await opener(page).click();
    await page.getByText('Dit is de eerste dialoog.').hover();
    await page.mouse.down();
    await page.mouse.move(5, 5);
    await page.mouse.up();
    await page.getByText('Dit is de eerste dialoog.').click();
    await expect(dialog(page)).toHaveAttribute('data-state', 'open');
  });
});

test('with closing disabled, neither Escape, pressed again and again, nor the backdrop closes it', async ({
  page,
}) => {
  await openExample(page, 'closing-disabled');
  await opener(page).click();
  for (let press = 0; press < 3; press++) await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await page.mouse.click(5, 5);
  await expect(dialog(page)).toHaveAttribute('data-state', 'open');
  await closeButton(page).click();
  await expect(dialog(page)).toHaveCount(0);
});

test('two dialogs in a row: the second follows the first, and the focus comes home', async ({
  page,
}) => {
  await openExample(page, 'dialogs');
  await opener(page).click();
  await dialog(page).getByText('Verder').click();
  await expect(dialog(page, 'tweede')).toBeVisible();
  await expect(page.locator('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
});

test('keeps the focus inside while it is open', async ({ page }) => {
  await openExample(page, 'dialogs');
  await opener(page).click();
  for (let press = 0; press < 6; press++) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(
      () => document.activeElement?.closest('main > div > button') !== null,
    );
    expect(outside).toBe(false);
  }
});

test('the page behind does not scroll and does not shift', async ({ page }) => {
  await openExample(page, 'dialogs');
  await page.evaluate(() => window.scrollTo(0, 40));
  const widthBefore = await page.evaluate(() => document.body.getBoundingClientRect().width);
  // Not by the mouse: that would scroll to the button first.
  await opener(page).evaluate((button) => (button as HTMLElement).click());
  await expect(dialog(page)).toBeVisible();
  await page.mouse.move(10, 300);
  await page.mouse.wheel(0, 800);
  await page.keyboard.press('PageDown');
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await page.evaluate(() => window.scrollY)).toBe(40);
  expect(await page.evaluate(() => document.body.getBoundingClientRect().width)).toBe(widthBefore);
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
  await page.mouse.wheel(0, 800);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(40);
});

test('is at most 80 % of the window wide', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 600 });
  await openExample(page, 'dialogs');
  await opener(page).click();
  const maxWidth = await page
    .locator('dialog')
    .evaluate((element) => getComputedStyle(element).maxWidth);
  expect(maxWidth).toBe('800px');
});

test.describe('under reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('opens and closes without moving', async ({ page }) => {
    await openExample(page, 'dialogs');
    await opener(page).click();
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog')).toHaveCount(0);
    await expect(opener(page)).toBeFocused();
  });
});

async function entryIsOver(page: Page) {
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
}
