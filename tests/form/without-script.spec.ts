import { contactOf } from '../../site/parts/contact.ts';
import { holdRoute } from '../support/browser/browser-test.ts';
import { content, formPath, messages } from '../support/content/fixture-site.ts';
import { expect, expectContactLinks, FormPage, TYPED, test } from './form-page.ts';

test.describe(() => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript, telephone, mail and address replace the form', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(formPath);
    // Playwright's text selectors ignore <noscript>.
    const address = page.locator('main noscript address');
    const { name, postalAddresses } = content.company;
    for (const fact of [name, ...postalAddresses.map(({ street }) => street)]) {
      expect(await address.innerText()).toContain(fact);
    }
    const { phoneHref, email } = contactOf(content.company);
    for (const href of [phoneHref, `mailto:${email}`]) {
      expect(await address.locator(`a[href="${href}"]`).boundingBox()).not.toBeNull();
    }
    expect(await page.locator('main noscript').first().innerHTML()).toContain(
      messages.form.noScript,
    );
    await expect(new FormPage(page).form).toBeHidden();
    const [panel, heading] = await Promise.all(
      ['noscript', 'header'].map((part) =>
        page.locator(`main ${part} >> xpath=..`).first().boundingBox(),
      ),
    );
    expect(panel?.width).toBeGreaterThan(0.9 * (heading?.width ?? 1280));
    await expect(page.locator('main address').filter({ visible: true })).toHaveCount(1);
  });
});

test('input from before the scripts load is kept', async ({ page }) => {
  const loadScripts = await holdRoute(page, '**/assets/*.js');
  const form = new FormPage(page);
  await page.goto(formPath, { waitUntil: 'commit' });
  await form.fillRequired();
  const [choice = ''] = messages.options.clientType;
  await form.field('clientType').selectOption(choice);
  await expect(form.missing).toBeHidden();

  const note = page.locator('div', { has: page.getByText(messages.form.late) }).last();
  await expect(note).toBeHidden();
  await test.step('after 10 s a note shows the contact links', async () => {
    const delaysMs = await note.evaluate((element) =>
      element.getAnimations().map((animation) => {
        animation.currentTime = 10_000;
        return animation.effect?.getTiming().delay;
      }),
    );
    expect(delaysMs).toEqual([10_000]);
    await expectContactLinks(note);
    await expect(note).toBeInViewport();
  });

  loadScripts();
  await form.waitUntilHydrated();
  await expect(form.field('email')).toHaveValue(TYPED.email);
  await expect(form.field('message')).toHaveValue(TYPED.message);
  await expect(form.field('clientType')).toHaveValue(choice);
  await expect(note).toHaveCSS('display', 'none');
  await expect(form.submit).toBeEnabled({ timeout: 20_000 });
});
