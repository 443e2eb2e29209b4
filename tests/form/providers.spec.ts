import { cellOf } from '../runner/soak.ts';
import { homePath, messages } from '../support/content/fixture-site.ts';
import { startSiteServer } from '../support/servers/site-server.ts';
import {
  easyChallenge,
  expect,
  expectContactLinks,
  FormPage,
  test as formTest,
  MAIL,
} from './form-page.ts';
import { blockProvider, respondAsProvider } from './provider-double.ts';
import { type Provider, publishVariant } from './variant-site.ts';

const SITE_KEY = 'public key of the test';

const test = formTest.extend<{ provider: Provider }>({
  provider: ['recaptcha', { option: true }],
  baseURL: async ({ provider }, use) => {
    const siteDir = await publishVariant(provider, { captcha: { provider, siteKey: SITE_KEY } });
    const env = { CAPTCHA_SECRET: 'a secret of the tests, long enough' };
    const site = await startSiteServer({ siteDir, env });
    await use(site.url);
    await site.stop();
  },
});

const PROVIDERS = ['recaptcha', 'hcaptcha', 'turnstile'] as const;
const { captcha } = messages;

for (const provider of PROVIDERS) {
  test.describe(provider, () => {
    test.use({ provider });
    // The test publishes its own site first.
    test.slow();

    test('a provider’s widget loads with the first input, and its valid result is sent', async ({
      page,
      watch,
    }) => {
      watch.allow(/request to https:|ERR_BLOCKED_BY_CLIENT|422|could not be started/);
      const form = new FormPage(page);
      const solve = form.captcha.getByRole('button', { name: 'solve' });
      const { loads } = await respondAsProvider(page, provider);
      await page.route(MAIL, (route) => route.fulfill({ status: 202 }));

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
      await test.step('the page also solves our own challenge if the server requires it', async () => {
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
        // Our own result is JSON in base64.
        expect(form.posts.at(-1)?.postDataJSON().token).toMatch(/^ey/);
      });

      await test.step('a blocked script is reported, and can be tried again', async () => {
        for (const part of ['all', 'second part'] as const) {
          await page.unrouteAll();
          await blockProvider(page, provider, part);
          await form.openWithClockStopped();
          const request = page.waitForRequest(/onCaptchaScriptReady/);
          await form.fillRequired();
          if (part === 'second part') {
            const loading = form.captcha.getByText(captcha.loading);
            await expect(loading).toBeVisible();
            // The time limit starts with the request.
            await request;
            await page.clock.runFor(15_000);
            await expect(loading).toBeHidden();
          }
          await expect(form.captchaProblem).toHaveText(captcha.blocked);
          await expectContactLinks(form.captcha);
          await expect(form.submit).toBeDisabled();
          await page.unrouteAll();
          await respondAsProvider(page, provider);
          await form.captcha.getByRole('button', { name: captcha.start }).click();
          await solve.click();
          await expect(form.submit).toBeEnabled();
          await expect(form.captchaProblem).toHaveText('');
        }
      });
    });
  });
}
