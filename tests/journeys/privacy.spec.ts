import type { BrowserContext, Page } from '@playwright/test';
import { XSRF_COOKIE } from '../../enquiry/api-contract.ts';
import { holdRequests, openReady } from '../form/form-page.ts';
import { expect, openPage, test } from '../support/browser/browser-test.ts';
import {
  formPath,
  homePath,
  messages,
  pages,
  privacyPath,
  UNKNOWN_PATH,
} from '../support/content/fixture-site.ts';

/* Reads what a visit stores in the browser, to compare it with the privacy page. Requests to
   other hosts fail every browser test (`support/browser/browser-test.ts`). */

async function stored(page: Page, context: BrowserContext) {
  const cookies = await context.cookies();
  const storage = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
  return { cookies: cookies.map(({ name }) => name), ...storage };
}

const NOTHING = { cookies: [], local: [], session: [], databases: [], caches: [], workers: 0 };
const COOKIE = { ...NOTHING, cookies: [XSRF_COOKIE] };
/** A pending enquiry is stored in the tab until the server accepts it. */
const PENDING = { ...COOKIE, session: ['pending-enquiry'] };

test('a visit stores only what the privacy page names', async ({ page, context, watch }) => {
  watch.allow(/status of 404/);
  for (const path of [...pages.map(({ path }) => path), UNKNOWN_PATH]) {
    if (path === formPath) continue;
    await openPage(page, path);
    await page.keyboard.press('End');
    expect(await stored(page, context), path).toEqual(NOTHING);
  }
  await test.step('with its dialogs open', async () => {
    await openPage(page, homePath);
    await page.getByRole('button', { name: messages.carousel.enlarge }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await stored(page, context)).toEqual(NOTHING);
    await page.keyboard.press('Escape');
    await page.getByRole('contentinfo').getByRole('link', { name: messages.shell.privacy }).click();
    const frame = page.getByRole('dialog').frameLocator('iframe');
    await expect(frame.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await stored(page, context)).toEqual(NOTHING);
  });
  await test.step('the form stores one cookie, and an enquiry until it is accepted', async () => {
    const { waiting, hold } = holdRequests();
    const form = await openReady(page, hold);
    expect(await stored(page, context)).toEqual(COOKIE);
    await form.submit.click();
    await expect(form.message('pending')).toBeVisible();
    await expect.poll(() => waiting.length).toBe(1);
    expect(await stored(page, context)).toEqual(PENDING);
    await waiting[0]?.fulfill({ status: 202 });
    await expect(form.message('success')).toBeVisible();
    expect(await stored(page, context)).toEqual(COOKIE);
  });
  await test.step('a session cookie of this site only, named on the privacy page, for the form’s script', async () => {
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ sameSite: 'Strict', expires: -1, httpOnly: false });
    await openPage(page, privacyPath);
    await expect(page.getByRole('main')).toContainText(XSRF_COOKIE);
  });
});
