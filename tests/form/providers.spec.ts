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

const PROVIDERS = ['recaptcha', 'hcaptcha', 'turnstile'] as const;
const { captcha } = words;

for (const provider of PROVIDERS) {
  test.describe(provider, () => {
    test.use({ provider });
    // Publishes its own site first.
    test.slow();

    test('loads when the visitor starts, and its result is sent until it ends', async ({
      page,
      providerSite,
      watch,
    }) => {
      watch.allow(/request to https:|ERR_BLOCKED_BY_CLIENT|422|could not be started/);
      const form = new FormPage(page);
      const solve = form.captcha.getByRole('button', { name: 'solve' });
      const { loads } = await answerAsProvider(page, provider);

      await test.step('the result is sent under both names', async () => {
        await page.goto(homePath);
        await form.open();
        const top = () =>
          form.submit.evaluate((button) => button.getBoundingClientRect().top + scrollY);
        const before = await top();
        expect(loads).toEqual([]);
        await form.fillRequired();
        await form.captcha.getByRole('button', { name: `solve ${SITE_KEY}` }).click();
        expect(await top()).toBe(before);
        await form.submit.click();
        await expect(form.message('success')).toBeVisible();
        const result = { token: 'result 1', recaptcha: 'result 1' };
        expect(form.posts[0]?.postDataJSON()).toMatchObject(result);
        expect(providerSite.verified).toEqual(['result 1']);
      });

      await test.step('a second enquiry needs another result', async () => {
        await form.again.click();
        await form.fillRequired();
        await expect(form.submit).toBeDisabled();
        await solve.click();
        await expect(form.submit).toBeEnabled();
        expect(loads).toHaveLength(1);
      });

      await test.step('a result that expires or fails is not sent', async () => {
        for (const end of ['expire', 'fail'] as const) {
          await form.captcha.getByRole('button', { name: end }).click();
          await expect(form.submit).toBeDisabled();
          const problem = end === 'expire' ? captcha.expired : captcha.failed;
          await expect(form.captchaProblem).toHaveText(problem);
          await solve.click();
          await expect(form.submit).toBeEnabled();
          await expect(form.captchaProblem).toHaveText('');
        }
      });

      // The rest does not depend on the provider.
      if (provider !== cellOf(PROVIDERS, 0)) return;
      await test.step('the page solves our own challenge besides, if the server asks', async () => {
        await page.route(
          MAIL,
          (route) => {
            const problem = { type: '/problems/captcha-too-easy', challenge: easyChallenge() };
            return route.fulfill({ status: 422, json: problem });
          },
          { times: 1 },
        );
        await form.submit.click();
        await expect(form.message('success')).toBeVisible();
        const hard = form.posts.at(-1)?.postDataJSON().token;
        expect(hard).toMatch(/^ey/);
        expect(providerSite.verified).toEqual(['result 1', hard]);
      });

      await test.step('a blocked script is reported, and can be tried again', async () => {
        for (const blocked of ['all', 'the second script'] as const) {
          await page.unrouteAll();
          if (blocked === 'all') await blockProvider(page, provider);
          const stub =
            blocked === 'all'
              ? undefined
              : await answerAsProvider(page, provider, { isStub: true });
          await form.openWithClockStopped();
          await form.fillRequired();
          if (stub) {
            const loading = form.captcha.getByText(captcha.loading);
            await expect(loading).toBeVisible();
            await expect.poll(() => stub.loads.length).toBe(1);
            await page.clock.runFor(15_000);
            await expect(loading).toBeHidden();
          }
          await expect(form.captchaProblem).toHaveText(captcha.blocked);
          await expectContactLinks(form.captcha);
          await expect(form.submit).toBeDisabled();
          await page.unrouteAll();
          await answerAsProvider(page, provider);
          await form.captcha.getByRole('button', { name: captcha.start }).click();
          await solve.click();
          await expect(form.submit).toBeEnabled();
          await expect(form.captchaProblem).toHaveText('');
        }
      });
    });
  });
}
