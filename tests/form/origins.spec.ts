import { NOT_FOUND_PATH } from '../../site/content/content.ts';
import { OTHER_HOST, withPageOfOwnBrowser } from '../support/browser/browser-test.ts';
import {
  content,
  formPath,
  homePath,
  messages,
  SITE_DIR,
  UNKNOWN_PATH,
} from '../support/content/fixture-site.ts';
import { startSiteServer } from '../support/servers/site-server.ts';
import { startStaticHost } from '../support/servers/static-host.ts';
import { expect, expectContactLinks, FormPage, test as formTest } from './form-page.ts';
import { publishVariant } from './variant-site.ts';

/** A made-up host that the browser resolves to this machine. */
const API_ORIGIN = 'http://api.test';
/**
 * Tests pages on a static host that call the API of another server. The content names that server
 * in `api.base`, and the server allows the host in CORS_ORIGINS.
 */
const test = formTest.extend<{ pagesUrl: string; apiUrl: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: the pattern tells Playwright what it needs
  pagesUrl: async ({}, use) => {
    const siteDir = await publishVariant('api-elsewhere', { api: { base: `${API_ORIGIN}/api` } });
    const pages = await startStaticHost(siteDir);
    await use(pages.url);
    await pages.stop();
  },
  apiUrl: async ({ pagesUrl }, use) => {
    const api = await startSiteServer({
      siteDir: SITE_DIR,
      env: { CORS_ORIGINS: pagesUrl },
    });
    await use(api.url);
    await api.stop();
  },
  page: ({ playwright, launchOptions, apiUrl }, use) => {
    const { host } = new URL(apiUrl);
    const rules = `MAP ${new URL(API_ORIGIN).host}:80 ${host}, MAP ${OTHER_HOST} 127.0.0.1`;
    const args = [`--host-resolver-rules=${rules}`];
    return withPageOfOwnBrowser({ playwright, launchOptions }, args, use);
  },
});

test('the form works with an API on another origin that allows it', async ({
  page,
  site,
  pagesUrl,
  watch,
}) => {
  // The test publishes its own site first.
  test.slow();
  // The browser logs messages about plain http and about a request that CORS forbids.
  watch.allow(/\.test|CORS|ERR_FAILED|Cross-Origin-Opener-Policy|Origin-Agent-Cluster/);
  // The device has a wrong clock: the captcha's lifetime uses the server's clock.
  await page.clock.setFixedTime(new Date(Date.now() + 3_600_000));
  const form = await new FormPage(page).open(`${pagesUrl}${formPath}`);
  await form.makeReady();
  await form.submit.click();
  await expect(form.message('success')).toBeVisible();
  expect(form.posts.map((post) => new URL(post.url()).origin)).toEqual([API_ORIGIN]);

  await test.step('the static host has our redirects, policies and not-found page', async () => {
    const ask = (path: string) => page.request.get(`${pagesUrl}${path}`, { maxRedirects: 0 });
    const start = await ask('/');
    expect([start.status(), start.headers().location]).toEqual([301, homePath]);
    const unknown = await ask(UNKNOWN_PATH);
    expect(unknown.status()).toBe(404);
    expect(await unknown.text()).toContain(
      content.pages.find(({ path }) => path === NOT_FOUND_PATH)?.title,
    );
    const { 'content-security-policy': policy } = (await ask(formPath)).headers();
    expect(policy).toMatch(new RegExp(`connect-src 'self' ${API_ORIGIN}(;|$)`));
    expect(policy).not.toBe((await ask(homePath)).headers()['content-security-policy']);
  });
  await test.step('on an origin that is not allowed the notice replaces the form', async () => {
    await page.goto(`${pagesUrl.replace('localhost', OTHER_HOST)}${formPath}`);
    await expectContactLinks(form.notice);
    await expect(form.form).toBeHidden();
  });

  await test.step('over plain http the captcha reports that it cannot work', async () => {
    // On a local network (http://192.168.…) browsers hide WebCrypto.
    await form.open(`${site.url.replace('localhost', OTHER_HOST)}${formPath}`);
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await form.fillRequired();
    await expect(form.captchaProblem).toHaveText(messages.captcha.insecure);
    await expectContactLinks(form.captcha);
    await expect(form.captcha.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
    await expect(form.submit).toBeDisabled();
  });
});
