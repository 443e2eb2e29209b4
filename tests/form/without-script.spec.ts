import { contactOf } from '../../site/contact/phone.ts';
import { content, formPath, words } from '../support/site.ts';
import { expect, expectContactLinks, FormPage, TYPED, test } from './form-page.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form says that it cannot be sent, and how to reach the caterer', async ({ page }) => {
    await page.goto(formPath);
    // Playwright's text selectors pass over <noscript>, shown or not.
    const note = page.locator('form ~ noscript, noscript:has(~ form)');
    expect(await note.locator('p').first().boundingBox()).not.toBeNull();
    expect(await note.innerHTML()).toContain(words.form.noScript);
    const { phoneHref, email } = contactOf(content.company);
    await expect(note.locator(`a[href="${phoneHref}"]`)).toHaveCount(1);
    await expect(note.locator(`a[href="mailto:${email}"]`)).toHaveCount(1);
    await expect(new FormPage(page).submit).toBeDisabled();
  });
});

test('before the scripts come nothing false is said, and what is typed counts', async ({
  page,
}) => {
  const { promise: mayCome, resolve: letScriptsCome } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await mayCome;
    await route.continue();
  });
  const form = new FormPage(page);
  await page.goto(formPath, { waitUntil: 'commit' });
  await form.fillRequired();
  const [choice = ''] = words.options.clientType;
  await form.field('clientType').selectOption(choice);
  await form.field('date').fill('05/03/2027');
  await expect(form.missing).toBeHidden();

  const note = page.locator('div', { has: page.getByText(words.form.late) }).last();
  await expect(note).toBeHidden();
  await test.step('after 10 s a note says how to reach the caterer', async () => {
    const waitsMs = await note.evaluate((element) =>
      element.getAnimations().map((animation) => {
        animation.currentTime = 10_000;
        return animation.effect?.getTiming().delay;
      }),
    );
    expect(waitsMs).toEqual([10_000]);
    await expectContactLinks(note);
    await expect(note).toBeInViewport();
  });

  letScriptsCome();
  await form.waitUntilTakenOver();
  await expect(form.field('email')).toHaveValue(TYPED.email);
  await expect(form.field('message')).toHaveValue(TYPED.message);
  await expect(form.field('clientType')).toHaveValue(choice);
  await expect(form.field('date')).toHaveValue('05/03/2027');
  await form.expectMissing(words.captcha.label);
  await expect(note).toHaveCSS('display', 'none');
  await form.field('name').focus();
  await expect(form.submit).toBeEnabled({ timeout: 20_000 });
});
