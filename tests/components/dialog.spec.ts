import type { Locator, Page } from '@playwright/test';
import { FormPage } from '../form/form-page.ts';
import { expect, inMotion, openPage, test } from '../support/browser/browser-test.ts';
import { openWithStoppedClock, slowDownAnimations } from '../support/browser/stopped-clock.ts';
import { formPath, homePath, messages } from '../support/content/fixture-site.ts';
import { enlarge, gallery, heroPage } from './carousel-page.ts';

test.use(inMotion);

const privacyLink = (page: Page) =>
  page.getByRole('contentinfo').getByRole('link', { name: messages.shell.privacy });

/** The dialogs of the site: where they are, and what opens them. */
const DIALOGS: Record<string, { path: string; opener: (page: Page) => Locator }> = {
  gallery: { path: heroPage.path, opener: (page) => enlarge(gallery(page)) },
  privacy: { path: homePath, opener: privacyLink },
  calendar: { path: formPath, opener: (page) => new FormPage(page).openCalendar },
};

const dialog = (page: Page) => page.locator('dialog');
const closeButton = (page: Page) =>
  dialog(page).getByRole('button', { name: messages.shell.close });
const pressBackdrop = (page: Page) => page.mouse.click(2, 2);

async function open(page: Page, opener: Locator) {
  await opener.click();
  await expect(dialog(page)).toHaveAttribute('data-state', 'open');
}

async function expectClosed(page: Page, opener: Locator) {
  await expect(dialog(page)).toHaveCount(0);
  await expect(opener).toBeFocused();
}

const WAYS: Record<string, (page: Page) => Promise<unknown>> = {
  Escape: (page) => page.keyboard.press('Escape'),
  backdrop: pressBackdrop,
  button: (page) => closeButton(page).click(),
};

for (const [name, { path, opener }] of Object.entries(DIALOGS)) {
  test(`the ${name} dialog closes in three ways, and traps and returns the focus`, async ({
    page,
  }) => {
    await openPage(page, path);
    for (const reducedMotion of ['reduce', 'no-preference'] as const) {
      await page.emulateMedia({ reducedMotion });
      for (const [way, close] of Object.entries(WAYS)) {
        await test.step(`${way}, ${reducedMotion}`, async () => {
          await open(page, opener(page));
          await expect(dialog(page).locator(':focus')).toHaveCount(1);
          await close(page);
          await expectClosed(page, opener(page));
        });
      }
    }
    await open(page, opener(page));
    for (let press = 0; press < 6; press++) {
      await page.keyboard.press('Tab');
      await expect(page.locator(':is(main, header, footer) :focus')).toHaveCount(0);
    }
  });
}

test('a press that began inside a dialog does not close it', async ({ page }) => {
  const { path, opener } = DIALOGS.calendar as (typeof DIALOGS)[string];
  await openPage(page, path);
  await open(page, opener(page));
  // A press might miss a dialog that is still moving.
  await dialog(page).evaluate((element) =>
    Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished)),
  );
  await dialog(page).getByRole('status').hover();
  await page.mouse.down();
  await page.mouse.move(2, 2);
  await page.mouse.up();
  await dialog(page).getByRole('status').click();
  await expect(dialog(page)).toHaveAttribute('data-state', 'open');
});

test('only its own button closes a dialog with closing disabled', async ({ page }) => {
  await openPage(page, '/stijl-gallery-disable-close');
  await open(page, enlarge(gallery(page)));
  // Chromium closes a dialog on the second Escape unless that is prevented.
  for (let press = 0; press < 3; press++) await page.keyboard.press('Escape');
  await pressBackdrop(page);
  await expect(dialog(page)).toHaveAttribute('data-state', 'open');
  await closeButton(page).click();
  await expectClosed(page, enlarge(gallery(page)));
});

test('a dialog can be closed while it opens, and opened again', async ({ page }) => {
  await openPage(page, homePath);
  await open(page, privacyLink(page));
  await page.keyboard.press('Escape');
  await expectClosed(page, privacyLink(page));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expectClosed(page, privacyLink(page));
  await open(page, privacyLink(page));
});

test('the page behind a dialog does not scroll', async ({ page }) => {
  await openPage(page, homePath);
  await page.setViewportSize({ width: 1000, height: 300 });
  await page.evaluate(() => window.scrollTo(0, 40));
  const scrollY = () => page.evaluate(() => window.scrollY);
  // A script focuses the link, because the mouse would scroll to it first.
  await privacyLink(page).evaluate((link) => link.focus({ preventScroll: true }));
  await expect(page.locator('[data-island="PrivacyLink"]')).toHaveAttribute('data-hydrated', '');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await page.mouse.move(2, 280);
  await page.mouse.wheel(0, 800);
  await page.keyboard.press('PageDown');
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await scrollY()).toBe(40);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await page.mouse.wheel(0, 800);
  await expect.poll(scrollY).toBeGreaterThan(40);
});

test('a dialog closes at most 100 ms after its exit animation', async ({ page }) => {
  await openWithStoppedClock(page, homePath);
  await open(page, privacyLink(page));
  await expect.poll(() => dialogTransitions(page)).toEqual([]);
  // No animation ends before the fallback.
  await slowDownAnimations(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveAttribute('data-state', 'closing');
  expect(await dialogTransitions(page)).toContain('opacity');
  await page.clock.runFor(300 + 99);
  await expect(dialog(page)).toHaveAttribute('data-state', 'closing');
  await page.clock.runFor(1);
  await expect(dialog(page)).toHaveCount(0);
});

/** The properties that have a running transition. */
function dialogTransitions(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .flatMap((one) => (one instanceof CSSTransition ? one.transitionProperty : [])),
  );
}
