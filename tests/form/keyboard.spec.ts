import type { Locator } from '@playwright/test';
import { words } from '../support/site.ts';
import { expect, FormPage, MAIL, makeCaptchaEasy, TYPED, test } from './form-page.ts';

test('a form is filled in and sent by keyboard alone', async ({ page }) => {
  await makeCaptchaEasy(page);
  await page.route(MAIL, (route) => route.fulfill({ status: 202 }));
  const form = await new FormPage(page).open();
  const { keyboard } = page;
  const tabTo = async (place: Locator) => {
    await expect(async () => {
      await keyboard.press('Tab');
      await expect(place).toBeFocused({ timeout: 1 });
    }).toPass({ intervals: [1] });
  };
  await form.field('email').focus();
  await keyboard.type(TYPED.email);
  for (const text of ['Peeters', 'Zoë']) {
    await keyboard.press('Tab');
    await keyboard.type(text);
  }
  await keyboard.press('Tab');
  const choice = words.options.clientType[0] ?? '';
  await keyboard.type(choice.slice(0, 3));
  await expect(form.field('clientType')).toHaveValue(choice);
  await tabTo(form.field('message'));
  await keyboard.type(TYPED.message);
  await expect(form.submit).toBeEnabled();
  await tabTo(form.submit);
  await keyboard.press('Enter');
  await expect(form.message('success')).toBeFocused();
  await keyboard.press('Tab');
  await expect(form.again).toBeFocused();
  await keyboard.press('Enter');
  await expect(form.form).toBeFocused();

  await test.step('Enter in a field sends a finished form', async () => {
    await form.makeReady();
    await form.field('name').press('Enter');
    await expect(form.message('success')).toBeVisible();
    expect(form.posts).toHaveLength(2);
  });
});
