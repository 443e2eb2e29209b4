import type { Locator } from '@playwright/test';
import { enlarge, heroPage } from '../components/carousel-page.ts';
import { open, test as testDesk } from '../desk/desk-fixture.ts';
import { expect, inMotion, openPage, test } from '../support/browser/browser-test.ts';
import { homePath, messages } from '../support/content/fixture-site.ts';

/*
 * A backdrop inherits no custom property before Chrome 122, Firefox 120 and Safari 17.4, so it
 * needs its own. These tests compare each kind of backdrop with and without that inheritance.
 */

const PHONE = { width: 390, height: 844 };
const TRANSPARENT = 'rgba(0, 0, 0, 0)';

// The policy allows no style sheet that a test adds.
// In motion a backdrop also fades, by a token.
test.use({ bypassCSP: true, viewport: PHONE, ...inMotion });
testDesk.use({ bypassCSP: true, viewport: PHONE, hasTouch: true });

/** Expects that an older browser shows the backdrop of an open dialog or menu as this one does. */
async function expectSameWhenOlder(opened: Locator) {
  await expect(opened).toBeVisible();
  const [today, older] = await opened.evaluate((element) => {
    const read = () => {
      const { backgroundColor, top, transitionDuration } = getComputedStyle(element, '::backdrop');
      return { backgroundColor, top, transitionDuration };
    };
    const today = read();
    const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
    const names = new Set(rules.flatMap(({ cssText }) => cssText.match(/--[a-z][\w-]*(?=:)/g)));
    const resets = [...names].map((name) => `${name}:initial`).join(';');
    const style = document.createElement('style');
    // The first layer has the lowest priority, so that a backdrop keeps what it declares itself.
    style.textContent = `@layer older{::backdrop{${resets}}}`;
    document.head.prepend(style);
    const older = read();
    style.remove();
    return [today, older];
  });
  expect(older).toEqual(today);
  expect(today?.backgroundColor).not.toBe(TRANSPARENT);
}

test('the site’s dialogs dim the page in an older browser as in a new one', async ({ page }) => {
  await openPage(page, heroPage.path);
  const dialog = page.getByRole('dialog');
  await enlarge(page.locator('main')).first().click();
  await expectSameWhenOlder(dialog);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('contentinfo').getByRole('link', { name: messages.shell.privacy }).click();
  await expectSameWhenOlder(dialog);
});

test('the site’s menu dims the page below its bar in an older browser too', async ({ page }) => {
  await openPage(page, homePath);
  await page.getByRole('button', { name: messages.shell.menu }).click();
  await expectSameWhenOlder(page.locator('#menu'));
});

testDesk(
  'the desk’s menus and questions dim it in an older browser too',
  async ({ page, desk }) => {
    await open(page, desk, 'paginas');
    await page.getByLabel('Meer met La carte').tap();
    const menu = page.getByRole('dialog', { name: 'La carte' });
    await expectSameWhenOlder(menu);
    await menu.getByRole('button', { name: 'Verwijderen' }).tap();
    await expectSameWhenOlder(page.getByRole('dialog', { name: /weet je het zeker/ }));
  },
);
