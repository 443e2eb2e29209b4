import { TYPED } from '../form/form-page.ts';
import { expect, workerTest } from '../support/browser-test.ts';
import { EVERY_ENGINE, findWebKitDriver } from '../support/engines.ts';
import { formPath, homePath, words } from '../support/site.ts';
import { openWebKit } from '../support/webkit.ts';

workerTest(
  'in WebKit a visitor goes from home to the form, and the enquiry is taken',
  { tag: EVERY_ENGINE },
  async ({ site }) => {
    const driver = findWebKitDriver();
    workerTest.skip(!driver, 'There is no WebKitGTK here (Debian: webkit2gtk-driver and xvfb)');
    await using webkit = await openWebKit(driver ?? '');
    await webkit.open(`${site.url}/`);
    await expect.poll(webkit.address).toBe(`${site.url}${homePath}`);
    // The bar's own, not that of a phone's menu.
    await webkit.click({ using: 'css selector', value: `header nav[class] a[href="${formPath}"]` });
    await expect.poll(webkit.address).toBe(`${site.url}${formPath}`);
    for (const [name, text] of Object.entries(TYPED)) {
      await webkit.type({ using: 'css selector', value: `form [name="${name}"]` }, text);
    }
    const submit = { using: 'css selector', value: 'form button[type=submit]' } as const;
    await expect.poll(() => webkit.isEnabled(submit), { timeout: 30_000 }).toBe(true);
    await webkit.click(submit);
    const main = { using: 'css selector', value: 'main' } as const;
    await expect.poll(() => webkit.textOf(main)).toContain(words.form.success);
  },
);
