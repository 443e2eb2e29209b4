import { expect, FormPage, test as formTest } from './form-page.ts';
import { answerAsProvider, blockProvider } from './provider-double.ts';
import { type Provider, startVariantSite, type VariantSite } from './variant-site.ts';

const test = formTest.extend<{ provider: Provider; providerSite: VariantSite }>({
  provider: ['recaptcha', { option: true }],
  providerSite: async ({ provider }, use) => {
    const site = await startVariantSite({ provider });
    await use(site);
    await site.stop();
  },
  baseURL: async ({ providerSite }, use) => use(providerSite.url),
});

for (const provider of ['recaptcha', 'hcaptcha', 'turnstile'] as const) {
  test.describe(provider, () => {
    test.use({ provider });

    test.beforeEach(({ watch }) => {
      watch.allow(/request to https:/);
    });

    test('is loaded when the visitor starts, and its result travels under both names', async ({
      page,
      providerSite,
    }) => {
      const { loads } = await answerAsProvider(page, provider);
      await page.goto('/feesten');
      const form = await new FormPage(page).open();
      const placeOfButton = () =>
        form.submit.evaluate((button) => button.getBoundingClientRect().top + window.scrollY);
      const before = await placeOfButton();
      expect(loads).toEqual([]);
      await form.fillRequired();
      await form.captcha.getByRole('button', { name: 'solve public key of the test' }).click();
      expect(loads).toHaveLength(1);
      expect(await placeOfButton()).toBe(before);
      await form.submit.click();
      await expect(form.message('success')).toBeVisible();
      expect(form.posts[0]?.postDataJSON()).toMatchObject({
        token: 'result 1',
        recaptcha: 'result 1',
      });
      expect(providerSite.verified).toEqual(['result 1']);

      await page.getByRole('button', { name: 'Stuur nog een bericht' }).click();
      await form.fillRequired();
      await expect(form.submit).toBeDisabled();
      await form.captcha.getByRole('button', { name: 'solve' }).click();
      await expect(form.submit).toBeEnabled();
      expect(loads).toHaveLength(1);
    });

    test('takes an expired or failed result back', async ({ page }) => {
      await answerAsProvider(page, provider);
      const form = await new FormPage(page).open();
      await form.fillRequired();
      for (const [end, words] of [
        ['expire', 'De controle is verlopen. Probeer het nog eens.'],
        ['fail', 'De controle lukt niet. Probeer het nog eens, of bel of mail ons gerust.'],
      ] as const) {
        await form.captcha.getByRole('button', { name: 'solve' }).click();
        await expect(form.submit).toBeEnabled();
        await form.captcha.getByRole('button', { name: end }).click();
        await expect(form.submit).toBeDisabled();
        await expect(form.captchaProblem).toHaveText(words);
      }
    });

    test('says so when its script is blocked, with phone and mail', async ({ page, watch }) => {
      watch.allow(/ERR_BLOCKED_BY_CLIENT/);
      await blockProvider(page, provider);
      const form = await new FormPage(page).open();
      await form.fillRequired();
      await expect(form.captchaProblem).toHaveText(
        'De controle tegen spam kan niet geladen worden. Bel of mail ons gerust, dat werkt altijd.',
      );
      await expect(form.captcha.getByRole('link', { name: '09 000 00 00' })).toBeVisible();
      await expect(form.captcha.getByRole('link', { name: 'info@maanzaad.example' })).toBeVisible();
      await expect(form.submit).toBeDisabled();

      await page.unrouteAll();
      await answerAsProvider(page, provider);
      await form.captcha.getByRole('button', { name: 'Ik ben geen robot' }).click();
      await form.captcha.getByRole('button', { name: 'solve' }).click();
      await expect(form.submit).toBeEnabled();
    });

    test('says so when only the rest of its script is blocked', async ({ page }) => {
      const { loads } = await answerAsProvider(page, provider, { isStub: true });
      const form = await new FormPage(page).openWithClockStopped();
      await form.fillRequired();
      const loading = form.captcha.getByText('Even geduld, de controle wordt geladen.');
      await expect(loading).toBeVisible();
      await expect.poll(() => loads.length).toBe(1);
      await page.clock.runFor(15_000);
      await expect(form.captchaProblem).toContainText('kan niet geladen worden');
      await expect(loading).toBeHidden();
      await expect(form.captcha.getByRole('link', { name: '09 000 00 00' })).toBeVisible();

      await page.unrouteAll();
      await answerAsProvider(page, provider);
      await form.captcha.getByRole('button', { name: 'Ik ben geen robot' }).click();
      await form.captcha.getByRole('button', { name: 'solve' }).click();
      await expect(form.submit).toBeEnabled();
      await expect(form.captchaProblem).toHaveText('');
    });
  });
}
