import { expect, FormPage, test } from './form-page.ts';

// A site that is tried on a local network stands at http://192.168.…, where browsers hide WebCrypto.
// Here a made-up name leads to this machine, to the same effect.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), '--host-resolver-rules=MAP feest.test 127.0.0.1'],
    }),
  baseURL: async ({ site }, use) => use(site.url.replace('localhost', 'feest.test')),
});

test('without WebCrypto the captcha is solved and the enquiry sent', async ({ page, watch }) => {
  // What browsers say of any site over plain http.
  watch.allow(/feest\.test|Cross-Origin-Opener-Policy|Origin-Agent-Cluster/);
  test.slow();
  const form = await new FormPage(page).open();
  const crypto = await page.evaluate(() => [isSecureContext, typeof globalThis.crypto.randomUUID]);
  expect(crypto).toEqual([false, 'undefined']);
  await form.fillRequired();
  await expect(form.submit).toBeEnabled({ timeout: 60_000 });
  const answer = page.waitForResponse('**/api/mail/*');
  await form.submit.click();
  expect((await answer).status()).toBe(202);
});
