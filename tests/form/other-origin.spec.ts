import { freePort } from '../free-port.ts';
import { type SiteServer, startSiteServer } from '../support/site-server.ts';
import { expect, FormPage, test as formTest } from './form-page.ts';
import { startVariantSite } from './variant-site.ts';

interface TwoOrigins {
  pagesUrl: string;
  api: SiteServer;
}

/** Pages with one host, the API with another: `api.base` in content, `CORS_ORIGINS` at the server. */
const test = formTest.extend<{ isListed: boolean; origins: TwoOrigins }>({
  isListed: [true, { option: true }],
  origins: async ({ isListed }, use) => {
    const port = await freePort();
    const pages = await startVariantSite({ apiBase: `http://localhost:${port}/api` });
    const api = await startSiteServer({
      env: { PORT: String(port), ...(isListed && { CORS_ORIGINS: pages.url }) },
    });
    await use({ pagesUrl: pages.url, api });
    await api.stop();
    await pages.stop();
  },
  baseURL: async ({ origins }, use) => use(origins.pagesUrl),
});

test('a form whose API is on another origin sends its enquiry there', async ({ page, origins }) => {
  // A device with a wrong clock: how long a captcha is good is counted by the server's.
  await page.clock.setFixedTime(new Date(Date.now() + 3_600_000));
  const form = await new FormPage(page).open();
  await form.makeReady();
  await expect(form.submit).toBeEnabled();
  await form.submit.click();
  await expect(form.message('success')).toBeVisible();
  expect(form.posts.map((post) => new URL(post.url()).origin)).toEqual([origins.api.url]);
});

test.describe('an origin that the API does not list', () => {
  test.use({ isListed: false });

  test('gets the notice with phone and mail instead of a form', async ({ page, watch }) => {
    watch.allow(/CORS|ERR_FAILED/);
    await page.goto('/info');
    const notice = page.getByRole('status').filter({ hasText: 'even niet' });
    await expect(notice.getByRole('link', { name: '09 000 00 00' })).toBeVisible();
    await expect(page.locator('form')).toBeHidden();
  });
});
