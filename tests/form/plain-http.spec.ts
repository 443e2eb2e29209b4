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

test('over plain http the captcha says that it cannot work, and how to reach the caterer', async ({
  page,
  watch,
}) => {
  // What browsers say of any site over plain http.
  watch.allow(/feest\.test|Cross-Origin-Opener-Policy|Origin-Agent-Cluster/);
  const form = await new FormPage(page).open();
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await form.fillRequired();
  await expect(form.captchaProblem).toContainText('niet beveiligd geladen');
  await expect(form.captcha.getByRole('link', { name: '09 000 00 00' })).toBeVisible();
  await expect(form.captcha.getByRole('link', { name: 'info@maanzaad.example' })).toBeVisible();
  await expect(form.captcha.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
  await expect(form.submit).toBeDisabled();
});
