import { cellOf } from '../soak.ts';
import { homePath, words } from '../support/site.ts';
import {
  easyChallenge,
  expect,
  expectContactLinks,
  FormPage,
  test as formTest,
  MAIL,
} from './form-page.ts';
import { answerAsProvider, blockProvider } from './provider-double.ts';
import { type Provider, SITE_KEY, startVariantSite, type VariantSite } from './variant-site.ts';

const test = formTest.extend<{ provider: Provider; providerSite: VariantSite }>({
  provider: ['recaptcha', { option: true }],
  providerSite: async ({ provider }, use) => {
    const site = await startVariantSite(provider, { provider });
    await use(site);
    await site.stop();
  },
  baseURL: async ({ providerSite }, use) => use(providerSite.url),
});

/** Shared behaviour is tested with one provider. */
const PROVIDERS = ['recaptcha', 'hcaptcha', 'turnstile'] as const;

for (const provider of PROVIDERS) {
  test.describe(provider, () => {
    test.use({ provider });
    // Publishes its own site first.
    test.slow();

    test('comes when the visitor starts, its result is sent, and what blocks it is said', async ({
      page,
      providerSite,
      watch,
    }) => {
      watch.allow(/request to https:|ERR_BLOCKED_BY_CLIENT|422|could not be started/);
      const { captcha } = words;
      const form = new FormPage(page);
      const solve = form.captcha.getByRole('button', { name: 'solve' });

      await test.step('its result travels under both names', async () => {
        const { loads } = await answerAsProvider(page, provider);
        await page.goto(homePath);
        await form.open();
        const placeOfButton = () =>
          form.submit.evaluate((button) => button.getBoundingClientRect().top + window.scrollY);
        const before = await placeOfButton();
        expect(loads).toEqual([]);
        await form.fillRequired();
        await form.captcha.getByRole('button', { name: `solve ${SITE_KEY}` }).click();
        expect(await placeOfButton()).toBe(before);
        await form.submit.click();
        await expect(form.message('success')).toBeVisible();
        const result = { token: 'result 1', recaptcha: 'result 1' };
        expect(form.posts[0]?.postDataJSON()).toMatchObject(result);
        expect(providerSite.verified).toEqual(['result 1']);

        await form.again.click();
        await form.fillRequired();
        await expect(form.submit).toBeDisabled();
        await solve.click();
        await expect(form.submit).toBeEnabled();
        expect(loads).toHaveLength(1);
      });

      if (provider === cellOf(PROVIDERS, 0)) {
        await test.step('work that is asked besides is done by the page, and its result travels', async () => {
          let isAsked = false;
          await page.route(MAIL, (route) => {
            if (isAsked) return route.continue();
            isAsked = true;
            const problem = { type: '/problems/captcha-too-easy', challenge: easyChallenge() };
            return route.fulfill({ status: 422, json: problem });
          });
          await form.submit.click();
          await expect(form.message('success')).toBeVisible();
          const [, easy, hard] = form.posts.map((post) => post.postDataJSON().token);
          expect([easy, hard]).toEqual(['result 1', expect.stringMatching(/^ey/)]);
          expect(providerSite.verified).toEqual(['result 1', hard]);
          await page.unroute(MAIL);
          await form.again.click();
          await form.fillRequired();
          await solve.click();
        });
      }

      await test.step('an expired or failed result is taken back', async () => {
        for (const end of ['expire', 'fail'] as const) {
          await form.captcha.getByRole('button', { name: end }).click();
          await expect(form.submit).toBeDisabled();
          await expect(form.captchaProblem).toHaveText(
            end === 'expire' ? captcha.expired : captcha.failed,
          );
          await solve.click();
          await expect(form.submit).toBeEnabled();
          await expect(form.captchaProblem).toHaveText('');
        }
      });

      if (provider !== cellOf(PROVIDERS, 1)) return;
      await test.step('a script that is blocked is said, and can be tried again', async () => {
        await page.unrouteAll();
        await blockProvider(page, provider);
        await form.open();
        await form.fillRequired();
        await expect(form.captchaProblem).toHaveText(captcha.blocked);
        await expectContactLinks(form.captcha);
        await expect(form.submit).toBeDisabled();
        await page.unrouteAll();
        await answerAsProvider(page, provider);
        await form.captcha.getByRole('button', { name: captcha.start }).click();
        await solve.click();
        await expect(form.submit).toBeEnabled();
      });

      await test.step('so is one of which only the rest is blocked', async () => {
        await page.unrouteAll();
        const { loads } = await answerAsProvider(page, provider, { isStub: true });
        await form.openWithClockStopped();
        await form.fillRequired();
        const loading = form.captcha.getByText(captcha.loading);
        await expect(loading).toBeVisible();
        await expect.poll(() => loads.length).toBe(1);
        await page.clock.runFor(15_000);
        await expect(form.captchaProblem).toHaveText(captcha.blocked);
        await expect(loading).toBeHidden();
        await expectContactLinks(form.captcha);
        await page.unrouteAll();
        await answerAsProvider(page, provider);
        await form.captcha.getByRole('button', { name: captcha.start }).click();
        await solve.click();
        await expect(form.submit).toBeEnabled();
        await expect(form.captchaProblem).toHaveText('');
      });
    });
  });
}
