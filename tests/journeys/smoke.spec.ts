import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, openPage } from '../support/browser-test.ts';
import { testWithMailbox } from '../support/mailbox-test.ts';
import { SHIPPED_DIR } from '../support/site.ts';

/* The shipped content. These tests repeat none of its texts, so that it can be rewritten. */

/** Maximum size of the first photo, on a phone. */
const FIRST_PHOTO_BYTES = 45_000;

const test = testWithMailbox(SHIPPED_DIR);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 });

  test('home opens with its photo, which is small', async ({ page }) => {
    await openPage(page, '/');
    const picture = page.locator('main picture img').first();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await expect(picture).toBeInViewport();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const source = await picture.evaluate((image: HTMLImageElement) => image.currentSrc);
    const body = await (await page.request.get(source)).body();
    expect(body.length).toBeLessThanOrEqual(FIRST_PHOTO_BYTES);
  });
});

test('the navigation leads through every page without an error, and an enquiry arrives as two mails', async ({
  page,
  mailbox,
}) => {
  await openPage(page, '/');
  const links = page.getByRole('banner').getByRole('navigation').first().getByRole('link');
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(paths.length).toBeGreaterThan(0);
  for (const [index, path] of paths.entries()) {
    await links.nth(index).click();
    await expect(page).toHaveURL(path ?? '');
    await expect(page.locator('html')).toHaveAttribute('data-started', '');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(links.nth(index)).toHaveAttribute('aria-current', 'page');
  }

  const id = (await readFile(join(SHIPPED_DIR, 'current'), 'utf8')).trim();
  const file = join(SHIPPED_DIR, 'releases', id, 'release.json');
  const { captcha, company } = JSON.parse(await readFile(file, 'utf8'));
  await openPage(page, captcha.pagePaths[0]);
  const typed = { email: 'essai@voorbeeld.example', name: 'Zoë', message: 'Twaalf, € 35' };
  for (const [name, value] of Object.entries(typed)) {
    await page.locator(`form [name="${name}"]`).fill(value);
  }
  const submit = page.locator('form button[type=submit]');
  await expect(submit).toBeEnabled({ timeout: 30_000 });
  await submit.click();
  await expect.poll(() => mailbox.mails.length, { timeout: 30_000 }).toBe(2);
  const recipients = mailbox.mails.map((mail) => mail.recipients.join());
  expect(recipients.toSorted()).toEqual([company.email, typed.email].toSorted());
  const toCompany = mailbox.mails.find((mail) => mail.recipients.includes(company.email));
  for (const value of Object.values(typed)) expect(toCompany?.email.text).toContain(value);
});
