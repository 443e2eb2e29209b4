import type { Page } from '@playwright/test';
import { expect, openPage, test } from '../support/browser/browser-test.ts';
import { formPath, homePath, messages, pages } from '../support/content/fixture-site.ts';
import { textsHeldByReact, translatePage } from './translation.ts';

/*
 * Tests pages that the visitor's browser translates. A translation replaces text nodes before or
 * after the scripts start, and React must still be able to update the page.
 */

/** The message when React renders an island anew, because it was translated before hydration. */
const RENDERED_ANEW = /was rendered anew/;

/** Translates as soon as the document is there, before any script of the site runs. */
async function translateBeforeScripts(page: Page, mark: string) {
  const hold = { release: () => {} };
  const held = new Promise<void>((resolve) => {
    hold.release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  return async (path: string) => {
    await page.goto(path, { waitUntil: 'commit' });
    await page.waitForSelector('footer', { state: 'attached' });
    await page.evaluate(translatePage, mark);
    return hold.release;
  };
}

/** The form's controls by name, because a translation changes their labels. */
const control = (page: Page, name: string) => page.locator(`form [name="${name}"]`);
const submit = (page: Page) => page.locator('form button[type=submit]');

async function fillInAndSend(page: Page) {
  await control(page, 'email').fill('jan');
  await control(page, 'email').press('Tab');
  await control(page, 'email').fill('');
  await page.keyboard.press('Enter');
  await control(page, 'email').fill('jan@voorbeeld.example');
  await control(page, 'name').fill('Jan');
  await control(page, 'date').fill('5 mai');
  await control(page, 'productType').selectOption({ index: 1 });
  await control(page, 'message').fill('Dag'.repeat(1200));
  await control(page, 'message').fill('Dag');
  const posted = page.waitForRequest('**/api/mail/*');
  await expect(submit(page)).toBeEnabled({ timeout: 30_000 });
  await submit(page).click();
  const body = (await posted).postDataJSON();
  expect(body).toMatchObject({
    email: 'jan@voorbeeld.example',
    message: 'Dag',
    productType: messages.options.productType[0],
  });
  await expect(page.locator('main')).toContainText(messages.form.success);
}

async function tryFormParts(page: Page) {
  await test.step('the calendar opens, moves and chooses', async () => {
    await page.locator('form button[aria-haspopup=dialog]').click();
    const dialog = page.locator('dialog');
    const caption = dialog.getByRole('status').last();
    const before = await caption.textContent();
    await dialog.getByRole('button', { name: messages.form.calendarNext }).click();
    await expect(caption).not.toHaveText(before ?? '');
    await dialog.locator('td button').nth(10).click();
    await expect(control(page, 'date')).toHaveValue(/\d\d\/\d\d\/\d{4}/);
  });
  await test.step('emptying the form and taking that back', async () => {
    await control(page, 'name').fill('Jan');
    await page.getByRole('button', { name: messages.form.cancel }).click();
    await expect(control(page, 'name')).toHaveValue('');
    await page.getByRole('button', { name: messages.form.undo }).click();
    await expect(control(page, 'name')).toHaveValue('Jan');
  });
}

for (const mark of ['', '« ']) {
  test.describe(mark === '' ? 'with the same words' : 'with other words', () => {
    test.use({ viewport: { width: 1280, height: 900 } });

    test('a page translated after the scripts started works', async ({ page, watch }) => {
      // Islands far from the window start later.
      watch.allow(RENDERED_ANEW);
      let galleries = 0;
      for (const { path } of pages) {
        await openPage(page, path);
        expect.soft(await page.evaluate(textsHeldByReact), path).toEqual([]);
        await page.evaluate(translatePage, mark);
        galleries += await tryGalleryAndPrivacy(page);
        expect.soft(await page.evaluate(textsHeldByReact), path).toEqual([]);
      }
      expect(galleries).toBeGreaterThan(0);
      await openPage(page, formPath);
      await page.evaluate(translatePage, mark);
      await tryFormParts(page);
      await fillInAndSend(page);
    });

    test('a page translated before the scripts start works, and keeps what was typed', async ({
      page,
      watch,
    }) => {
      watch.allow(RENDERED_ANEW);
      const open = await translateBeforeScripts(page, mark);
      const release = await open(formPath);
      await control(page, 'name').fill('Jan');
      await control(page, 'message').pressSequentially('Vroeg ');
      release();
      await expect(page.locator('html')).toHaveAttribute('data-started', '');
      await expect(control(page, 'name')).toHaveValue('Jan');
      await expect(control(page, 'message')).toHaveValue('Vroeg ');
      await expect(control(page, 'message')).toBeFocused();
      await tryFormParts(page);
      await fillInAndSend(page);
      let galleries = 0;
      for (const { path } of pages) {
        await page.unrouteAll();
        const openNext = await translateBeforeScripts(page, mark);
        (await openNext(path))();
        await expect(page.locator('html')).toHaveAttribute('data-started', '');
        galleries += await tryGalleryAndPrivacy(page);
      }
      expect(galleries).toBeGreaterThan(0);
    });
  });
}

/**
 * Uses the first gallery of the page, if it has one, and its privacy dialog. Returns how many
 * galleries it moved and enlarged.
 */
async function tryGalleryAndPrivacy(page: Page): Promise<number> {
  const gallery = page.locator('[data-variant="gallery"]').first();
  const galleries = Math.min(await gallery.count(), 1);
  if (galleries > 0) {
    await gallery.scrollIntoViewIfNeeded();
    const shown = gallery.locator('[data-role=shown] img');
    const before = await shown.getAttribute('data-photo');
    await gallery.locator('[data-side=next]').click();
    await expect(shown).not.toHaveAttribute('data-photo', before ?? '');
    await gallery.getByRole('button', { name: messages.carousel.enlarge }).click();
    await expect(page.locator('dialog [data-role=shown] img')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog')).toHaveCount(0);
  }
  const privacy = page.locator('footer a[aria-haspopup=dialog]');
  await privacy.scrollIntoViewIfNeeded();
  await privacy.click();
  await expect(page.frameLocator('dialog iframe').locator('main')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
  return galleries;
}

test('a translated menu works on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openPage(page, homePath);
  await page.evaluate(translatePage, '« ');
  await page.locator('header button[popovertarget]').click();
  await page.locator(`#menu a[href="${formPath}"]`).click();
  await expect(page).toHaveURL(new RegExp(`${formPath}$`));
});

test('an island that fails starts again with its values', async ({ page, watch }) => {
  watch.allow(/could not be started/);
  const failure = page.waitForEvent('console', (message) => message.type() === 'error');
  await openPage(page, formPath);
  await control(page, 'name').fill('Jan');
  await control(page, 'message').fill('Dag');
  await control(page, 'email').fill('jan@voorbeeld.example');
  // An extension takes out the count of characters, which React then cannot remove.
  await control(page, 'message').fill('x'.repeat(3_900));
  await page.locator('#enquiry-message-note').evaluate((note) => note.remove());
  await control(page, 'message').fill('Dag');
  await failure;
  await expect(control(page, 'message')).toHaveValue('Dag');
  await expect(control(page, 'message')).toBeFocused();
  await expect(control(page, 'name')).toHaveValue('Jan');
  await expect(submit(page)).toBeEnabled({ timeout: 30_000 });
  await submit(page).click();
  await expect(page.locator('main')).toContainText(messages.form.success);
});
